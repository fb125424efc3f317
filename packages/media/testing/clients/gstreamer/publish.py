"""Encodes and sends a noise picture and ticks."""

from peer import GLib, Gst, GstWebRTC
from session import tell

TOLD_MS = 100

# Sends key frames on request.
ENCODERS = {
    "VP8": "vp8enc deadline=1 cpu-used=8 target-bitrate=300000 keyframe-max-dist=9000 ! rtpvp8pay picture-id-mode=15-bit",
    "H264": "openh264enc complexity=low bitrate=300000 gop-size=9000 ! rtph264pay config-interval=-1 aggregate-mode=zero-latency",
}
FORMATS = {
    "VP8": "encoding-name=VP8",
    "H264": "encoding-name=H264,packetization-mode=(string)1,level-asymmetry-allowed=(string)1",
}


def publish(codec, repairs):
    """Returns the pipeline, with a webrtcbin named `webrtc`; reports the number of retransmitted packets."""
    pipeline = Gst.parse_launch(f"""
        webrtcbin name=webrtc bundle-policy=max-bundle
        videotestsrc is-live=true pattern=snow ! video/x-raw,width=160,height=120,framerate=15/1
          ! queue ! {ENCODERS[codec]} pt=96 ! application/x-rtp,media=video,payload=96,{FORMATS[codec]} ! webrtc.
        audiotestsrc is-live=true wave=ticks ! audio/x-raw,rate=48000,channels=2
          ! queue ! opusenc ! rtpopuspay pt=97 ! application/x-rtp,media=audio,payload=97,encoding-name=OPUS ! webrtc.
    """)
    webrtc = pipeline.get_by_name("webrtc")
    for index in range(2):
        transceiver = webrtc.emit("get-transceiver", index)
        transceiver.set_property("direction", GstWebRTC.WebRTCRTPTransceiverDirection.SENDONLY)
        transceiver.set_property("do-nack", repairs)
    repeaters = []

    def on_element(_pipeline, _bin, element):
        if element.get_name().startswith("rtprtxsend"):
            repeaters.append(element)

    def tell_sent():
        tell("sent", again=sum(each.get_property("num-rtx-packets") for each in repeaters))
        return True

    pipeline.connect("deep-element-added", on_element)
    if repairs:
        GLib.timeout_add(TOLD_MS, tell_sent)
    return pipeline
