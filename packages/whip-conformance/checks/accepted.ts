import { interop, onlyFor, onlyWhip, rfc, rule, sections } from '../lib/rule.ts';
import { attribute, makeOffer, mediaOf, split, valuesOf } from '../lib/sdp.ts';
import type { Target } from '../lib/target.ts';
import { describeReply, expect, expectStatus, type Level, Skip, type Sources } from '../lib/types.ts';

const accepted = (
  name: string,
  level: Level,
  sources: Sources,
  title: string,
  edit: (offer: string, target: Target) => string,
) =>
  rule(`accepts.${name}`, level, sources, title, async (target) => {
    expectStatus(await target.try(edit(makeOffer(target.protocol), target)), 201);
  });

const withoutCandidates = (offer: string) => offer.replace(/a=(candidate:.*|end-of-candidates)\r\n/g, '');

/** An offer like that of OBS: only H.264 and Opus, no candidates. */
const likeObs = (target: Target) =>
  withoutCandidates(makeOffer(target.protocol))
    .replace('SAVPF 96 97 102 103', 'SAVPF 102')
    .replace(/a=(rtpmap|fmtp|rtcp-fb):(96|97|103) .*\r\n/g, '');

const simulcastAnswer: Sources = { whip: ['RFC 8853', '5.3.2'] };

const layers = ['hi', 'mid', 'lo'];

const simulcast = (target: Target) =>
  target.once('simulcast', () =>
    target.try(
      makeOffer(target.protocol).concat(
        'a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id\r\n',
        ...layers.map((rid) => `a=rid:${rid} send\r\n`),
        `a=simulcast:send ${layers.join(';')}\r\n`,
      ),
    ),
  );

/** The simulcast layers that the answer accepts; `rids` is undefined without simulcast. */
async function answeredLayers(target: Target) {
  const reply = await simulcast(target);
  if (reply.status !== 201) throw new Skip(describeReply(reply));
  const video = split(reply.body).sections.find((lines) => mediaOf(lines).kind === 'video') ?? [];
  const line = attribute(video, 'simulcast');
  const rids = line
    ?.replace(/^\w+ /, '')
    .split(/[;,]/)
    .map((rid) => rid.replace('~', ''));
  return { video, line, rids };
}

const simulcastRules = [
  rule(
    'simulcast.accepted',
    'MUST',
    onlyWhip('4.8'),
    'An offer with simulcast is answered, or refused with 400 or 422',
    async (target) => {
      expectStatus(await simulcast(target), 201, 400, 422);
    },
  ),
  rule(
    'simulcast.direction',
    'MUST',
    simulcastAnswer,
    'The answer receives simulcast layers, if it accepts any',
    async (target) => {
      const { line } = await answeredLayers(target);
      if (line === undefined) throw new Skip('the answer takes one layer');
      expect(line.startsWith('recv '), `a=simulcast is ${line}`);
    },
  ),
  rule(
    'simulcast.layers',
    'MUST',
    simulcastAnswer,
    'Accepted layers were offered, each with a=rid recv',
    async (target) => {
      const { video, rids } = await answeredLayers(target);
      if (rids === undefined) throw new Skip('the answer takes one layer');
      for (const rid of rids) {
        expect(layers.includes(rid), `${rid} was not offered`);
        expect(valuesOf(video, `a=rid:${rid} recv`).length === 1, `a=rid:${rid} recv is missing`);
      }
    },
  ),
  rule(
    'simulcast.orphans',
    'MUST',
    simulcastAnswer,
    'The answer has no a=rid without a=simulcast',
    async (target) => {
      const { video, line } = await answeredLayers(target);
      expect(line !== undefined || valuesOf(video, 'a=rid:').length === 0, 'one does');
    },
  ),
];

export const acceptedRules = [
  rule(
    'accepts.type.parameters',
    'MUST',
    rfc(9110, '8.3.1'),
    'Content-Type may have parameters',
    async (target) => {
      const headers = { 'Content-Type': 'application/sdp; charset=utf-8' };
      expectStatus(await target.try(makeOffer(target.protocol), { headers }), 201);
    },
  ),
  rule(
    'accepts.type.case',
    'MUST',
    rfc(9110, '8.3.1'),
    'Content-Type is case-insensitive',
    async (target) => {
      expectStatus(
        await target.try(makeOffer(target.protocol), { headers: { 'Content-Type': 'Application/SDP' } }),
        201,
      );
    },
  ),
  accepted(
    'no-candidates',
    'MUST',
    sections('4.3.2', '4.5.2'),
    'An offer may have no candidates yet',
    withoutCandidates,
  ),
  accepted('lf', 'SHOULD', rfc(8866, '5'), 'Lines may end with LF alone', (offer) =>
    offer.replaceAll('\r\n', '\n'),
  ),
  accepted('unknown-attributes', 'MUST', rfc(8866, '5.13'), 'Unknown attributes are ignored', (offer) =>
    offer.replaceAll('a=rtcp-mux\r\n', 'a=rtcp-mux\r\na=x-unknown:value\r\na=x-flag\r\n'),
  ),
  accepted('unknown-codecs', 'MUST', rfc(3264, '6.1'), 'Unknown codecs are ignored', (offer) =>
    offer.replace('SAVPF 96 97', 'SAVPF 120 96 97').concat('a=rtpmap:120 x-unknown/90000\r\n'),
  ),
  accepted('unknown-extensions', 'MUST', rfc(8285, '6'), 'Unknown header extensions are ignored', (offer) =>
    offer.concat('a=extmap:14 urn:example:unknown\r\n'),
  ),
  accepted('mid', 'MUST', rfc(9429, '5.2.1'), 'A mid may be any token', (offer) =>
    offer
      .replace('BUNDLE 0 1', 'BUNDLE audio0 video-1')
      .replace('a=mid:0', 'a=mid:audio0')
      .replace('a=mid:1', 'a=mid:video-1'),
  ),
  accepted(
    'session-level',
    'MUST',
    rfc(8839, '5.4'),
    'ICE credentials, fingerprint and setup may be session-level attributes',
    (offer) => {
      const lines = ['ice-ufrag', 'ice-pwd', 'fingerprint', 'setup'].map(
        (name) => new RegExp(`a=${name}:.*\\r\\n`).exec(offer)?.[0] ?? '',
      );
      return offer
        .replace(/a=(ice-ufrag|ice-pwd|fingerprint|setup):.*\r\n/g, '')
        .replace('t=0 0\r\n', `t=0 0\r\n${lines.join('')}`);
    },
  ),
  accepted('long-credentials', 'MUST', rfc(8839, '5.4'), 'ICE credentials may be long', (_offer, target) =>
    makeOffer(target.protocol, { ufrag: 'u'.repeat(200), pwd: '+/'.repeat(100) }),
  ),
  accepted(
    'shortest-credentials',
    'MUST',
    rfc(8839, '5.4'),
    'ICE credentials may have 4 and 22 characters',
    (_offer, target) => makeOffer(target.protocol, { ufrag: 'aB1/', pwd: 'aB1/aB1/aB1/aB1/aB1/aB' }),
  ),
  rule(
    'accepts.sendrecv',
    'MUST',
    sections('4.2', '4.3.5'),
    'An offer may be sendrecv; the answer still has one direction',
    async (target) => {
      const reply = await target.try(makeOffer(target.protocol, { direction: 'sendrecv' }));
      expectStatus(reply, 201);
      const directions =
        reply.body
          .match(/^a=(sendrecv|sendonly|recvonly|inactive)\r?$/gm)
          ?.map((line) => line.trim().slice(2)) ?? [];
      expect(
        directions.length === 2 && directions.every((one) => one === target.direction),
        `it says ${directions.join(' ')}`,
      );
    },
  ),
  accepted('audio', 'MUST', sections('4.4.2', '4.6.2'), 'An offer may have audio only', (_offer, target) =>
    makeOffer(target.protocol, { kinds: ['audio'] }),
  ),
  accepted('video', 'MUST', sections('4.4.2', '4.6.2'), 'An offer may have video only', (_offer, target) =>
    makeOffer(target.protocol, { kinds: ['video'] }),
  ),
  accepted('video-first', 'MUST', rfc(3264, '5'), 'Video may come first', (_offer, target) =>
    makeOffer(target.protocol, { kinds: ['video', 'audio'] }),
  ),
  rule(
    'accepts.bundle-only',
    'MUST',
    rfc(9143, '7.2.1'),
    'A section with port 0 and bundle-only is accepted',
    async (target) => {
      const offer = makeOffer(target.protocol)
        .replace('m=video 9 ', 'm=video 0 ')
        .replace('a=mid:1\r\n', 'a=mid:1\r\na=bundle-only\r\n');
      const reply = await target.try(offer);
      expectStatus(reply, 201);
      const video = split(reply.body).sections[1] ?? [];
      const { port, types } = mediaOf(video);
      const bundled =
        valuesOf(split(reply.body).session, 'a=group:BUNDLE ')[0]?.split(' ').includes('1') ?? false;
      expect(
        bundled && types.length > 0 && video.includes(`a=${target.direction}`),
        `it is answered as ${video[0]} (port ${port})`,
      );
    },
  ),
  rule(
    'accepts.bundle-only.port',
    'MUST',
    rfc(9143, '7.3'),
    'The answer to a bundle-only section has a port or bundle-only',
    async (target) => {
      const offer = makeOffer(target.protocol)
        .replace('m=video 9 ', 'm=video 0 ')
        .replace('a=mid:1\r\n', 'a=mid:1\r\na=bundle-only\r\n');
      const reply = await target.try(offer);
      const video = split(reply.body).sections[1] ?? [];
      expect(
        reply.status === 201 && (mediaOf(video).port !== '0' || video.includes('a=bundle-only')),
        `it is answered as ${video[0] ?? reply.status}`,
      );
    },
  ),
  onlyFor(
    rule(
      'accepts.obs',
      'SHOULD',
      interop('OBS'),
      'An offer as OBS makes it is accepted: H.264 and Opus, no candidates',
      async (target) => {
        expectStatus(await target.try(likeObs(target)), 201);
      },
    ),
    'whip',
  ),
  onlyFor(
    rule(
      'accepts.obs.codec',
      'SHOULD',
      interop('OBS'),
      'The answer to OBS has H.264 in packetization mode 1',
      async (target) => {
        const { body } = await target.try(likeObs(target));
        expect(/^a=fmtp:102 .*packetization-mode=1/m.test(body), 'it has not');
      },
    ),
    'whip',
  ),
  rule(
    'accepts.again',
    'SHOULD',
    interop('encoders that restart'),
    'After a session has ended, the next offer is accepted at once',
    async (target) => {
      for (const _turn of [1, 2]) expectStatus(await target.try(makeOffer(target.protocol)), 201);
    },
  ),
  ...simulcastRules,
  onlyFor(
    rule(
      'simulcast.all',
      'SHOULD',
      interop('OBS'),
      'All offered layers are accepted; else OBS stops',
      async (target) => {
        const { rids } = await answeredLayers(target);
        expect(
          layers.every((rid) => rids?.includes(rid)),
          `taken: ${rids?.join(', ') ?? 'none'}`,
        );
      },
    ),
    'whip',
  ),
];
