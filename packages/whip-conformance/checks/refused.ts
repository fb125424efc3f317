import { mediaType } from '../lib/http.ts';
import { interop, onlyFor, rfc, rule, sections } from '../lib/rule.ts';
import { makeOffer, mediaOf, split } from '../lib/sdp.ts';
import type { Target } from '../lib/target.ts';
import {
  describeReply,
  expect,
  expectRefusal,
  expectStatus,
  type Level,
  type Reply,
  Skip,
  type Sources,
} from '../lib/types.ts';

const malformed = sections('4.2', '4.3.4');
const whole = sections('4.4.3', '4.3.1');

const refused = (
  name: string,
  level: Level,
  sources: Sources,
  title: string,
  edit: (offer: string, target: Target) => string,
  judge: (reply: Reply) => void = expectRefusal,
) =>
  rule(`refuses.${name}`, level, sources, title, async (target) => {
    judge(await target.try(edit(makeOffer(target.protocol), target)));
  });

const asUnprocessable = (reply: Reply) => expectStatus(reply, 400, 422);

const secondVideo = (offer: string) => {
  const video = offer.slice(offer.indexOf('m=video')).replace('a=mid:1', 'a=mid:2');
  return `${offer.replace('BUNDLE 0 1', 'BUNDLE 0 1 2')}${video}`;
};

const dataSection = [
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'c=IN IP4 0.0.0.0',
  'a=mid:2',
  'a=sctp-port:5000',
  '',
].join('\r\n');

const strangeVideo = (offer: string) => offer.replaceAll('VP8/', 'x-one/').replaceAll('H264/', 'x-two/');

const postAs = (target: Target, type: string | undefined) =>
  target.once(`post as ${type}`, () =>
    target.ask('POST', target.url, {
      body: makeOffer(target.protocol),
      headers: type ? { 'Content-Type': type } : {},
    }),
  );

const garbage = (target: Target) => target.once('garbage', () => target.try('this is no description'));

export const refusedRules = [
  rule('refuses.type', 'MUST', malformed, 'Another Content-Type is refused with 4xx', async (target) => {
    expectRefusal(await postAs(target, 'application/json'));
  }),
  rule(
    'refuses.type.status',
    'SHOULD',
    rfc(9110, '15.5.16'),
    'Another Content-Type is refused with 415',
    async (target) => {
      expectStatus(await postAs(target, 'application/json'), 415);
    },
  ),
  rule(
    'refuses.type.missing',
    'MUST',
    malformed,
    'A missing Content-Type is refused with 4xx',
    async (target) => {
      expectRefusal(await postAs(target, undefined));
    },
  ),
  rule(
    'refuses.type.fragment',
    'MUST',
    malformed,
    'A POST with the type of a fragment is refused',
    async (target) => {
      expectRefusal(await postAs(target, 'application/trickle-ice-sdpfrag'));
    },
  ),
  rule(
    'refuses.garbage',
    'MUST',
    malformed,
    'A body that is no session description is refused with 4xx',
    async (target) => {
      expectRefusal(await garbage(target));
    },
  ),
  rule(
    'refuses.garbage.status',
    'SHOULD',
    sections('4.4.3', '4.3.4'),
    'A body that is no session description is refused with 400 or 422',
    async (target) => {
      asUnprocessable(await garbage(target));
    },
  ),
  rule(
    'refuses.problem',
    'MAY',
    sections('4.1', '4.1'),
    'A refusal is a problem details object',
    async (target) => {
      const type = mediaType(await garbage(target));
      expect(type === 'application/problem+json', `its type is ${type}`);
    },
  ),
  refused('empty', 'MUST', malformed, 'An empty body is refused', () => ''),
  refused('no-media', 'MUST', malformed, 'An offer without sections is refused', (offer) =>
    offer.slice(0, offer.indexOf('m=')).replace(/a=group.*\r\n/, ''),
  ),
  refused('no-ufrag', 'MUST', malformed, 'An offer without ice-ufrag is refused', (offer) =>
    offer.replace(/a=ice-ufrag.*\r\n/g, ''),
  ),
  refused('no-pwd', 'MUST', malformed, 'An offer without ice-pwd is refused', (offer) =>
    offer.replace(/a=ice-pwd.*\r\n/g, ''),
  ),
  refused(
    'short-ufrag',
    'MUST',
    rfc(8839, '5.4'),
    'An ice-ufrag of 3 characters is refused',
    (_offer, target) => makeOffer(target.protocol, { ufrag: 'abc' }),
  ),
  refused('short-pwd', 'MUST', rfc(8839, '5.4'), 'An ice-pwd of 21 characters is refused', (_offer, target) =>
    makeOffer(target.protocol, { pwd: 'p'.repeat(21) }),
  ),
  refused(
    'wrong-ufrag',
    'MUST',
    rfc(8839, '5.4'),
    'An ice-ufrag with other characters is refused',
    (_offer, target) => makeOffer(target.protocol, { ufrag: 'ab cd"ef' }),
  ),
  refused('no-fingerprint', 'MUST', rfc(8842, '5.1'), 'An offer without fingerprint is refused', (offer) =>
    offer.replace(/a=fingerprint.*\r\n/g, ''),
  ),
  refused('no-dtls', 'MUST', rfc(8827, '6.5'), 'An offer without encryption is refused', (offer) =>
    offer.replaceAll('UDP/TLS/RTP/SAVPF', 'RTP/AVPF').replace(/a=(fingerprint|setup).*\r\n/g, ''),
  ),
  refused(
    'direction',
    'MUST',
    sections('4.2', '4.3.5'),
    'An offer in the wrong direction is refused',
    (_offer, target) => makeOffer(target.protocol, { direction: target.direction }),
  ),
  refused('inactive', 'MUST', sections('4.2', '4.3.5'), 'An inactive offer is refused', (_offer, target) =>
    makeOffer(target.protocol, { direction: 'inactive' }),
  ),
  refused(
    'two-tracks',
    'MUST',
    sections('4.4.2', '4.6.2'),
    'Two video sections are refused with 400 or 422, or both accepted',
    secondVideo,
    (reply) => {
      if (reply.status !== 201) return asUnprocessable(reply);
      const taken = split(reply.body).sections.filter((lines) => mediaOf(lines).port !== '0');
      expect(taken.length === 3, 'one of them is left out');
    },
  ),
  refused(
    'data',
    'SHOULD',
    whole,
    'A data section is refused with the whole offer, or accepted',
    (offer) => `${offer.replace('BUNDLE 0 1', 'BUNDLE 0 1 2')}${dataSection}`,
    (reply) => {
      if (reply.status !== 201) return asUnprocessable(reply);
      expect(mediaOf(split(reply.body).sections[2] ?? []).port !== '0', 'it is refused by itself');
    },
  ),
  refused(
    'no-codec',
    'SHOULD',
    whole,
    'Video without a known codec refuses the whole offer',
    strangeVideo,
    (reply) => {
      expect(reply.status !== 201, 'it is answered with 201');
      asUnprocessable(reply);
    },
  ),
  refused(
    'no-codec.sound',
    'SHOULD',
    whole,
    'Audio without a known codec refuses the whole offer',
    (offer) => offer.replace('opus/', 'x-three/'),
    asUnprocessable,
  ),
  refused(
    'no-rtcp-mux',
    'SHOULD',
    sections('4.4.1', '4.6.1'),
    'An offer without rtcp-mux is refused',
    (offer) => offer.replace(/a=rtcp-mux(-only)?\r\n/g, ''),
    asUnprocessable,
  ),
  refused(
    'no-bundle',
    'SHOULD',
    sections('4.4.1', '4.6.1'),
    'An offer that does not bundle is refused',
    (offer) => offer.replace(/a=group.*\r\n/, ''),
    asUnprocessable,
  ),
  refused(
    'dead-section',
    'MUST',
    rfc(3264, '6'),
    'A section with port 0 is not accepted',
    (offer) => offer.replace('m=video 9 ', 'm=video 0 '),
    (reply) => {
      if (reply.status !== 201) return asUnprocessable(reply);
      expect(mediaOf(split(reply.body).sections[1] ?? []).port === '0', 'it is');
    },
  ),
  rule('refuses.huge', 'SHOULD', sections('5', '5'), 'A body of one megabyte is refused', async (target) => {
    const reply = await target
      .try(`${makeOffer(target.protocol)}a=x-filler:${'x'.repeat(1_000_000)}\r\n`)
      .catch(() => null);
    // Closing the connection during the upload is a refusal, too.
    if (reply) expectRefusal(reply);
  }),
  rule(
    'refuses.huge.after',
    'MUST',
    sections('5', '5'),
    'After a body of one megabyte the server still answers',
    async (target) => {
      const reply = await target.try(makeOffer(target.protocol));
      expectStatus(reply, 201);
    },
  ),
  onlyFor(
    rule(
      'refuses.without-harm',
      'SHOULD',
      interop('a running broadcast'),
      'A refused offer does not end a running session',
      async (target) => {
        await target.requireTrickle();
        await target.withSession(async (session) => {
          const reply = await target.try('this is no description');
          if (reply.status < 400) throw new Skip(describeReply(reply));
          expectStatus(await session.trickle(), 204);
        });
      },
    ),
    'whip',
  ),
];
