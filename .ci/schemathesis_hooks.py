"""What schemathesis needs to know beyond the document: how lines of JSON are sent."""
import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    return value if isinstance(value, bytes) else str(value).encode()
