"""Exits with 1 unless all elements of the client load. scripts/lib/services.mjs runs it before tests."""

import sys

from peer import Gst

ELEMENTS = """
    webrtcbin nicesrc nicesink dtlssrtpenc dtlssrtpdec srtpenc srtpdec rtpbin queue fakesink
    videotestsrc vp8enc rtpvp8pay openh264enc rtph264pay audiotestsrc opusenc rtpopuspay
    rtpvp8depay vp8dec rtph264depay h264parse openh264dec rtpopusdepay opusdec
""".split()

Gst.init(None)
missing = [name for name in ELEMENTS if Gst.ElementFactory.make(name) is None]
if missing:
    sys.exit(f"GStreamer lacks {', '.join(missing)}")
