import { type Breakage, body } from './break.ts';

/** Broken rules of answers. */
export const brokenAnswers: readonly Breakage[] = [
  {
    name: 'the answer sends and receives',
    broken: body('created', 'a=recvonly', 'a=sendrecv'),
    red: ['answer.direction', 'accepts.sendrecv', 'accepts.bundle-only'],
  },
  {
    name: 'the answer does not bundle',
    broken: body('created', /a=group:BUNDLE.*\r\n/g, ''),
    red: ['answer.bundle', 'accepts.bundle-only'],
  },
  {
    name: 'RTCP has a port of its own',
    broken: body('created', 'a=rtcp-mux\r\n', ''),
    red: ['answer.rtcp-mux'],
  },
  {
    name: 'rtcp-mux-only is left out',
    broken: body('created', 'a=rtcp-mux-only\r\n', ''),
    red: ['answer.rtcp-mux-only'],
  },
  {
    name: 'mids are numbered anew',
    broken: body('created', 'a=mid:1', 'a=mid:7'),
    red: ['answer.mid', 'answer.bundle'],
  },
  {
    name: 'the transport is another',
    broken: body('created', 'UDP/TLS/RTP/SAVPF', 'RTP/SAVPF'),
    red: ['answer.protocol'],
  },
  {
    name: 'the picture is refused by itself',
    broken: body('created', 'm=video 9', 'm=video 0'),
    red: ['answer.complete', 'accepts.bundle-only.port'],
  },
  {
    name: 'ice-ufrag has 3 characters',
    broken: body('created', /a=ice-ufrag:(...).*/g, 'a=ice-ufrag:$1'),
    red: ['answer.ufrag'],
  },
  {
    name: 'ice-pwd is always the same, and short',
    broken: body('created', /a=ice-pwd:.*/g, 'a=ice-pwd:secret'),
    red: ['answer.pwd', 'answer.ice.fresh'],
  },
  {
    name: 'the fingerprint is of SHA-1',
    broken: body('created', /a=fingerprint:.*/g, `a=fingerprint:sha-1 ${'AB:'.repeat(19)}AB`),
    red: ['answer.fingerprint'],
  },
  {
    name: 'the DTLS role is left open',
    broken: body('created', 'a=setup:passive', 'a=setup:actpass'),
    red: ['answer.setup', 'answer.active'],
  },
  {
    name: 'candidates come later',
    broken: body('created', /a=(candidate|end-of-candidates).*\r\n/g, ''),
    red: ['answer.candidates', 'answer.end-of-candidates'],
  },
  {
    name: 'a candidate is for RTCP',
    broken: body('created', 'a=end-of', 'a=candidate:9 2 udp 1 127.0.0.1 5000 typ host\r\na=end-of'),
    red: ['answer.candidates.component'],
  },
  {
    name: 'ice-lite stands in a section',
    broken: body('created', 'a=mid:', 'a=ice-lite\r\na=mid:'),
    red: ['answer.ice-lite'],
  },
  {
    name: 'ice-options are left out',
    broken: body('created', 'a=ice-options:ice2 trickle\r\n', ''),
    red: ['answer.ice2', 'answer.trickle', 'restart.ice-options'],
  },
  {
    name: 'a codec has another number',
    broken: body('created', 'a=rtpmap:96 VP8', 'a=rtpmap:96 VP9'),
    red: ['answer.codecs'],
  },
  {
    name: 'RTX is left out',
    broken: body('created', /a=rtpmap:\d+ rtx.*\r\n/g, ''),
    red: ['answer.codecs', 'answer.rtx'],
  },
  { name: 'RTX repeats nothing', broken: body('created', 'apt=96', 'apt=99'), red: ['answer.rtx.apt'] },
  {
    name: 'feedback that nobody offered',
    broken: body('created', 'a=rtcp-fb:96 nack\r\n', 'a=rtcp-fb:96 nack\r\na=rtcp-fb:96 transport-cc\r\n'),
    red: ['answer.feedback'],
  },
  {
    name: 'no key frame can be asked for',
    broken: body('created', / nack pli/g, ' ccm fir'),
    red: ['answer.pli'],
  },
  {
    name: 'an extension has another number',
    broken: body('created', 'a=extmap:2 ', 'a=extmap:3 '),
    red: ['answer.extensions'],
  },
  {
    name: 'picture and sound are two streams',
    protocol: 'whep',
    broken: body('created', 'a=msid:stream video', 'a=msid:other video'),
    red: ['answer.msid'],
  },
  {
    name: 'RTX has no SSRC',
    protocol: 'whep',
    broken: body('created', /a=ssrc-group.*\r\n/g, ''),
    red: ['answer.ssrc.rtx'],
  },
  {
    name: 'layers are sent back',
    broken: body('created', 'a=simulcast:recv', 'a=simulcast:send'),
    red: ['simulcast.direction'],
  },
  {
    name: 'rids stay without simulcast',
    broken: body('created', /a=simulcast:.*\r\n/g, ''),
    red: ['simulcast.orphans', 'simulcast.all'],
  },
];
