"""
Publishes a test picture and sound by WHIP, or watches by WHEP, through webrtcbin, and writes events as lines of JSON.
When stdin closes, it ends its session by DELETE and exits.
"""

import argparse
import sys

from peer import GLib, Gst, Peer
from publish import publish
from session import Refused, Session, tell
from watch import watch


class Client:
    def __init__(self, args):
        self._loop = GLib.MainLoop()
        self._status = 0
        self._session = Session(args.url, args.token)
        self._pipeline = {"publish": publish, "watch": watch}[args.role](args.codec, args.repair)
        self._peer = Peer(self._pipeline.get_by_name("webrtc"), self._session, args.trickle, self._fail)

    def run(self):
        """Returns the exit code."""
        bus = self._pipeline.get_bus()
        bus.add_signal_watch()
        bus.connect("message::error", lambda _, message: self._fail(message.parse_error()))
        GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_HUP, self._on_closed)
        self._pipeline.set_state(Gst.State.PLAYING)
        self._loop.run()
        self._pipeline.set_state(Gst.State.NULL)
        return self._status

    def _on_closed(self, _source, _condition):
        try:
            if self._session.exists:
                self._session.delete()
            self._loop.quit()
        except Exception as error:
            self._fail(error)

    def _fail(self, reason):
        if isinstance(reason, Refused):
            tell("refused", status=reason.status)
        else:
            tell("failed", reason=str(reason))
        self._status = 1
        self._loop.quit()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("role", choices=["publish", "watch"])
    parser.add_argument("--url", required=True)
    parser.add_argument("--token", required=True)
    parser.add_argument("--codec", choices=["VP8", "H264"], default="VP8")
    parser.add_argument("--trickle", action="store_true", help="candidates follow the offer by PATCH")
    parser.add_argument("--repair", action="store_true", help="lost packets of the picture are sent again (RTX)")
    args = parser.parse_args()
    Gst.init(None)
    return Client(args).run()


sys.exit(main())
