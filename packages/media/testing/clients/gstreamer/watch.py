"""Receives, decodes and counts the stream."""

from peer import GLib, Gst, GstWebRTC
from session import tell

TOLD_MS = 100

FORMATS = {
    "VP8": "media=video,clock-rate=90000,encoding-name=VP8,payload=96,rtcp-fb-nack-pli=true",
    "H264": "media=video,clock-rate=90000,encoding-name=H264,payload=96,rtcp-fb-nack-pli=true,"
    "packetization-mode=(string)1,profile-level-id=(string)42e01f,level-asymmetry-allowed=(string)1",
    "OPUS": "media=audio,clock-rate=48000,encoding-name=OPUS,payload=97",
}
DECODERS = {
    "VP8": "rtpvp8depay ! vp8dec",
    "H264": "rtph264depay ! h264parse ! openh264dec",
    "OPUS": "rtpopusdepay ! opusdec",
}


class Counts:
    """Counts decoded frames, blocks of sound, and packets received by retransmission."""

    def __init__(self):
        self._frames = 0
        self._sounds = 0
        self._size = None
        self._jitter_buffers = []

    def on_decoded(self, pad, _info):
        decoded = pad.get_current_caps().get_structure(0)
        if decoded.get_name() == "video/x-raw":
            self._frames += 1
            self._size = {name: decoded.get_value(name) for name in ("width", "height")}
        else:
            self._sounds += 1
        return Gst.PadProbeReturn.OK

    def on_element(self, _pipeline, _bin, element):
        if element.get_name().startswith("rtpjitterbuffer"):
            self._jitter_buffers.append(element)

    def tell(self):
        stats = [each.get_property("stats") for each in self._jitter_buffers]
        repaired = sum(each.get_value("rtx-success-count") for each in stats)
        tell("decoded", frames=self._frames, sounds=self._sounds, size=self._size, repaired=repaired)
        return True


def watch(codec, repairs):
    """Returns the pipeline, with a webrtcbin named `webrtc`; reports what it decoded."""
    pipeline = Gst.Pipeline()
    counts = Counts()
    pipeline.connect("deep-element-added", counts.on_element)
    webrtc = Gst.ElementFactory.make("webrtcbin", "webrtc")
    Gst.util_set_object_arg(webrtc, "bundle-policy", "max-bundle")
    pipeline.add(webrtc)
    for name in (codec, "OPUS"):
        caps = Gst.Caps.from_string(f"application/x-rtp,{FORMATS[name]}")
        direction = GstWebRTC.WebRTCRTPTransceiverDirection.RECVONLY
        transceiver = webrtc.emit("add-transceiver", direction, caps)
        # GStreamer 1.22 requests retransmissions in a bundle only if its last stream has `do-nack`.
        transceiver.set_property("do-nack", repairs)

    def on_pad(_webrtc, pad):
        if pad.get_direction() != Gst.PadDirection.SRC:
            return
        name = pad.get_current_caps().get_structure(0).get_value("encoding-name")
        decoder = Gst.parse_bin_from_description(f"queue ! {DECODERS[name]} ! fakesink name=end sync=false", True)
        decoder.get_by_name("end").get_static_pad("sink").add_probe(Gst.PadProbeType.BUFFER, counts.on_decoded)
        pipeline.add(decoder)
        decoder.sync_state_with_parent()
        pad.link(decoder.get_static_pad("sink"))

    webrtc.connect("pad-added", on_pad)
    GLib.timeout_add(TOLD_MS, counts.tell)
    return pipeline
