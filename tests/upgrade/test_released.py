"""A released migration never changes: databases that ran it would never hear of the change."""

from tests.upgrade import released


def test_released_migrations_are_as_they_were() -> None:
    now = released.of_the_tree()
    changed = [name for name, digest in released.released().items() if now.get(name) != digest]
    assert not changed, (
        f"{', '.join(changed)}: released, and edited, renamed or removed since. Databases that ran"
        " it do not get the change. Take the file back from git (`git checkout main -- FILE`) and"
        " put the change into a new migration: `manage.py makemigrations`."
    )


def test_every_migration_is_noted_as_released() -> None:
    new = released.missing()
    assert not new, (
        f"{', '.join(new)}: new. If it is to be released as it is, run `make release-migrations`;"
        " it can never be edited afterwards."
    )
