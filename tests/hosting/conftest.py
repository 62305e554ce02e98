"""The stores, each with the same tests."""

from tests.stores import database, new_store, postgres

__all__ = ["database", "new_store", "postgres"]
