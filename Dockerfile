# The browser's part is built with Node, which the server then does not need.
FROM node:22-alpine AS frontend
WORKDIR /frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY frontend ./
RUN npm run build

FROM python:3.13-slim
# The bots' engines are compiled at the first start, for the processor they run on, and kept.
ENV PYTHONUNBUFFERED=1 INAROW_DATA=/data DJANGO_SETTINGS_MODULE=config.settings \
    NUMBA_CACHE_DIR=/data/kernels
RUN useradd --system --uid 10001 inarow && mkdir -m 700 /data && chown inarow /data
WORKDIR /inarow
COPY requirements.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY manage.py inarow.py ./
COPY config config
COPY games games
COPY frontend/templates frontend/templates
COPY --from=frontend /frontend/dist frontend/dist
RUN INAROW_SECRET_KEY=build python manage.py collectstatic --noinput --verbosity 0 \
    && python -m compileall -q inarow.py config games
USER inarow
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=5 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["sh", "-c", "python manage.py migrate --verbosity 0 && exec python -m config.serve --host 0.0.0.0"]
