"""A webrtcbin that posts its offer with candidates, or sends them afterwards in fragments."""

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstSdp", "1.0")
gi.require_version("GstWebRTC", "1.0")
from gi.repository import GLib, Gst, GstSdp, GstWebRTC

from session import tell

# ms for which candidates are collected for one fragment.
COLLECT_MS = 20


class Peer:
    """Signals arrive on threads of webrtcbin; everything else runs on the main loop. Calls `fail` with each error."""

    def __init__(self, webrtc, session, trickles, fail):
        self._webrtc = webrtc
        self._session = session
        self._trickles = trickles
        self._fail = fail
        self._offer = ""
        self._waiting = []
        self._collecting = False
        webrtc.connect("on-negotiation-needed", self._make_offer)
        webrtc.connect("on-ice-candidate", lambda _, section, line: GLib.idle_add(self._keep, section, line))
        webrtc.connect("notify::ice-gathering-state", self._on_gathering)
        webrtc.connect("notify::connection-state", self._on_connection)

    def _make_offer(self, webrtc):
        webrtc.emit("create-offer", None, Gst.Promise.new_with_change_func(self._on_offer))

    def _on_offer(self, promise):
        reply = promise.get_reply()
        offer = reply and reply.get_value("offer")
        if not offer:
            GLib.idle_add(self._fail, "No offer was made")
            return
        self._offer = offer.sdp.as_text()
        self._webrtc.emit("set-local-description", offer, Gst.Promise.new())
        if self._trickles:
            GLib.idle_add(self._post, self._offer)

    def _on_gathering(self, webrtc, _property):
        if webrtc.get_property("ice-gathering-state") == GstWebRTC.WebRTCICEGatheringState.COMPLETE:
            GLib.idle_add(self._on_gathered)

    def _on_connection(self, webrtc, _property):
        tell("connection", state=webrtc.get_property("connection-state").value_nick)

    def _on_gathered(self):
        if self._trickles:
            self._keep(0, "end-of-candidates")
        else:
            self._post(self._webrtc.get_property("local-description").sdp.as_text())

    def _keep(self, section, line):
        self._waiting.append((section, line))
        self._collect()

    def _collect(self):
        if self._trickles and self._session.exists and self._waiting and not self._collecting:
            self._collecting = True
            GLib.timeout_add(COLLECT_MS, self._send_fragment)

    def _post(self, offer):
        try:
            answer = self._session.create(offer)
        except Exception as error:
            self._fail(error)
            return
        _, message = GstSdp.SDPMessage.new_from_text(answer)
        description = GstWebRTC.WebRTCSessionDescription.new(GstWebRTC.WebRTCSDPType.ANSWER, message)
        self._webrtc.emit("set-remote-description", description, Gst.Promise.new())
        self._collect()

    def _send_fragment(self):
        self._collecting = False
        lines, self._waiting = self._waiting, []
        try:
            self._session.trickle(make_fragment(self._offer, lines))
        except Exception as error:
            self._fail(error)


def make_fragment(offer, lines):
    """Returns the fragment (RFC 8840, 9) with credentials and `lines`, which are pairs of section and attribute."""
    head, *sections = [part.split("\r\n") for part in offer.split("\r\nm=")]
    first = sections[0]
    fragment = [line for line in head if line.startswith("a=group:")]
    fragment += [line for line in first if line.startswith(("a=ice-ufrag:", "a=ice-pwd:"))]
    for index in sorted({index for index, _ in lines}):
        media, *attributes = sections[index]
        fragment += [f"m={media}", *(line for line in attributes if line.startswith("a=mid:"))]
        fragment += [f"a={attribute}" for of, attribute in lines if of == index]
    return "\r\n".join(fragment) + "\r\n"
