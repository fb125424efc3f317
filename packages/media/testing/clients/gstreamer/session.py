"""The requests of WHIP (RFC 9725) and WHEP, with the standard library."""

import json
import sys
import urllib.error
import urllib.parse
import urllib.request

PATIENCE_S = 8


def tell(event, **more):
    """Writes one line of JSON for the parent process."""
    # In one write, because threads of GStreamer write as well.
    sys.stdout.write(json.dumps({"event": event, **more}) + "\n")
    sys.stdout.flush()


class Refused(Exception):
    """Raised for a response without success."""

    def __init__(self, status):
        super().__init__(f"HTTP response code {status}")
        self.status = status


class Session:
    """A session: created by an offer, changed by fragments, ended by DELETE. All methods raise Refused."""

    def __init__(self, endpoint, token):
        self._endpoint = endpoint
        self._token = token
        self._location = None
        self._etag = None

    @property
    def exists(self):
        return self._location is not None

    def create(self, offer):
        """Returns the answer."""
        with self._ask("POST", self._endpoint, offer, {"Content-Type": "application/sdp"}) as response:
            if response.status != 201:
                raise Refused(response.status)
            answer = response.read().decode()
            self._location = urllib.parse.urljoin(self._endpoint, response.headers["Location"])
            self._etag = response.headers["ETag"]
        tell("created", location=self._location)
        return answer

    def trickle(self, fragment):
        headers = {"Content-Type": "application/trickle-ice-sdpfrag", "If-Match": self._etag}
        with self._ask("PATCH", self._location, fragment, headers) as response:
            tell("trickled", status=response.status, candidates=fragment.count("a=candidate:"))

    def delete(self):
        with self._ask("DELETE", self._location) as response:
            tell("deleted", status=response.status)

    def _ask(self, method, url, body=None, headers=None):
        request = urllib.request.Request(
            url,
            method=method,
            data=None if body is None else body.encode(),
            headers={"Authorization": f"Bearer {self._token}", **(headers or {})},
        )
        try:
            return urllib.request.urlopen(request, timeout=PATIENCE_S)
        except urllib.error.HTTPError as error:
            raise Refused(error.code) from error
