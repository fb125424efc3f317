/** An encoder's offer of one video section, with codecs and extensions that are not forwarded. */
export const offer = `v=0
o=- 1 1 IN IP4 0.0.0.0
s=-
t=0 0
a=group:BUNDLE 0
a=fingerprint:sha-256 AA:BB
m=video 9 UDP/TLS/RTP/SAVPF 96 97 98
a=mid:0
a=ice-ufrag:oldU
a=ice-pwd:oldPassword0123456789AB
a=rtcp-mux
a=sendonly
a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time
a=extmap:3 urn:other
a=rtpmap:96 VP8/90000
a=rtcp-fb:96 nack pli
a=rtcp-fb:96 transport-cc
a=rtpmap:97 rtx/90000
a=fmtp:97 apt=96
a=rtpmap:98 AV1/90000
a=candidate:1 1 udp 1 10.0.0.1 1 typ host
`.replaceAll('\n', '\r\n');
