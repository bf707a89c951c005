"""What schemathesis needs to know beyond the document: how lines of JSON are sent."""
from urllib.parse import urlencode

import schemathesis

# What HTTP libraries take as an address, less its path.
LONGEST_QUERY = 65_000


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.hook
def filter_query(context, query):
    """A request line that nobody reads to its end asks nothing."""
    return len(urlencode(query or {}, doseq=True)) < LONGEST_QUERY
