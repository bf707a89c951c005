"""The server that the tests play on: its address is in CARTULARY_URL."""
import os

import pytest

GAMES = ["cartographers", "bunny_kingdom", "builders_biomes", "big_monster"]


@pytest.fixture(scope="session")
def url() -> str:
    """Where the server is."""
    return os.environ["CARTULARY_URL"]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Each game in turn."""
    return str(request.param)
