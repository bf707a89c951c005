"""Files behind a URL for DuckDB, whose own HTTP client is fetched from the network."""
from datetime import datetime, timezone

from fsspec.implementations.http import HTTPFileSystem


class Http(HTTPFileSystem):
    """DuckDB asks when a file was changed; our tags say more."""

    def modified(self, path):
        return datetime.fromtimestamp(0, timezone.utc)
