import { header } from '../lib/http.ts';
import { interop, rfc, rule, sections } from '../lib/rule.ts';
import { makeFragment } from '../lib/sdp.ts';
import { type Session, sdpType, type Target } from '../lib/target.ts';
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

const usage = sections('4.3.1', '4.5.1');
const trickle = sections('4.3.2', '4.5.2');

/** Several PATCH requests in one session. */
const patches = (target: Target) =>
  target.once('patches', async () => {
    const { status } = await target.once('trickle', () => target.withSession((session) => session.trickle()));
    if ([405, 501].includes(status)) throw new Skip(`PATCH is not supported (${status})`);
    return target.withSession(async (session) => {
      const fragment = makeFragment(session.ice);
      return {
        wrongType: await session.patch(fragment, { type: 'application/json' }),
        offerType: await session.patch(session.offer, { type: sdpType }),
        garbage: await session.patch('this is no fragment'),
        noCredentials: await session.patch('m=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:0\r\n'),
        empty: await session.patch(''),
        after: await session.trickle(),
        ended: await session.end(),
      };
    });
  });

/** Throws Skip if the session has no ETag. */
function tagOf(session: Session) {
  if (session.etag === undefined) throw new Skip('there is no ETag');
  return session.etag;
}

const trickled = (
  name: string,
  level: Level,
  sources: Sources,
  title: string,
  ask: (session: Session) => Promise<Reply>,
  judge: (reply: Reply) => void,
) =>
  rule(`trickle.${name}`, level, sources, title, async (target) => {
    await target.requireTrickle();
    judge(await target.withSession(ask));
  });

const status =
  (...allowed: readonly number[]): ((reply: Reply) => void) =>
  (reply) =>
    expectStatus(reply, ...allowed);

const candidate = (line: string) => (session: Session) => session.trickle({ lines: [`a=candidate:${line}`] });

export const trickleRules = [
  rule('patch.type', 'MUST', usage, 'PATCH with another Content-Type is refused with 4xx', async (target) => {
    expectRefusal((await patches(target)).wrongType);
  }),
  rule(
    'patch.type.status',
    'SHOULD',
    rfc(5789, '2.2'),
    'PATCH with another Content-Type is refused with 415',
    async (target) => {
      expectStatus((await patches(target)).wrongType, 415);
    },
  ),
  rule('patch.type.offer', 'MUST', usage, 'PATCH with an offer is refused with 4xx', async (target) => {
    expectRefusal((await patches(target)).offerType);
  }),
  rule('patch.garbage', 'MUST', usage, 'A malformed fragment is refused with 4xx', async (target) => {
    expectRefusal((await patches(target)).garbage);
  }),
  rule('patch.empty', 'MUST', usage, 'An empty fragment is refused with 4xx', async (target) => {
    expectRefusal((await patches(target)).empty);
  }),
  rule(
    'patch.no-credentials',
    'MUST',
    rfc(8840, '4.4'),
    'A fragment without ice-ufrag and ice-pwd is refused with 4xx',
    async (target) => {
      expectRefusal((await patches(target)).noCredentials);
    },
  ),
  rule('patch.without-harm', 'MUST', usage, 'A session survives refused fragments', async (target) => {
    const { after, ended } = await patches(target);
    expect(after.status === 204 || after.status === 422, describeReply(after));
    expectStatus(ended, 200);
  }),
  rule(
    'patch.cors',
    'SHOULD',
    interop('pages of another origin'),
    'A page of another origin may read the answer to PATCH',
    async (target) => {
      const origin = header((await patches(target)).after, 'access-control-allow-origin');
      expect(origin === '*', `Access-Control-Allow-Origin is ${origin}`);
    },
  ),
  trickled(
    'status',
    'MUST',
    trickle,
    'Candidates are accepted with 204',
    (session) => session.trickle(),
    status(204),
  ),
  trickled(
    'empty',
    'MUST',
    trickle,
    'The answer to candidates has no content',
    (session) => session.trickle(),
    ({ body }) => {
      expect(body === '', `it has ${body.length} characters`);
    },
  ),
  trickled(
    'no-etag',
    'MUST',
    trickle,
    'The answer to candidates has no ETag',
    (session) => session.trickle(),
    (reply) => {
      expectStatus(reply, 204);
      expect(header(reply, 'etag') === undefined, `ETag is ${header(reply, 'etag')}`);
    },
  ),
  trickled(
    'no-match',
    'MUST',
    usage,
    'Candidates without If-Match are refused with 428',
    (session) => {
      tagOf(session);
      return session.trickle({ match: null });
    },
    status(428),
  ),
  trickled(
    'stale',
    'MUST',
    usage,
    'Candidates with another ETag are refused with 412',
    (session) => {
      tagOf(session);
      return session.trickle({ match: '"another"' });
    },
    status(412),
  ),
  trickled(
    'weak',
    'MUST',
    rfc(9110, '13.1.1'),
    'A weak ETag never matches',
    (session) => session.trickle({ match: `W/${tagOf(session)}` }),
    status(412),
  ),
  trickled(
    'list',
    'MUST',
    rfc(9110, '13.1.1'),
    'If-Match may be a list of ETags',
    (session) => session.trickle({ match: `"another", ${tagOf(session)},"third"` }),
    status(204),
  ),
  trickled(
    'list.stale',
    'MUST',
    rfc(9110, '13.1.1'),
    'A list without the current ETag is refused with 412',
    (session) => {
      tagOf(session);
      return session.trickle({ match: '"another", "third"' });
    },
    status(412),
  ),
  trickled(
    'list.comma',
    'MUST',
    rfc(9110, '8.8.3'),
    'A comma inside an ETag is not a separator',
    (session) => {
      const tag = tagOf(session);
      return session.trickle({ match: `"x,${tag.slice(1)}` });
    },
    status(412),
  ),
  trickled(
    'parameters',
    'MUST',
    rfc(9110, '8.3.1'),
    'Content-Type may have parameters',
    (session) =>
      session.patch(makeFragment(session.ice), { type: 'application/trickle-ice-sdpfrag; charset=utf-8' }),
    status(204),
  ),
  trickled(
    'tcp',
    'MUST',
    trickle,
    'A candidate of an unsupported transport is discarded silently',
    candidate('3 1 tcp 1518280447 192.0.2.1 9 typ host tcptype active'),
    status(204),
  ),
  trickled(
    'mdns',
    'MUST',
    trickle,
    'A candidate whose name cannot be resolved is discarded silently',
    candidate('4 1 udp 2122260223 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0.local 50002 typ host'),
    status(204),
  ),
  trickled(
    'strange',
    'MUST',
    rfc(8839, '5.1'),
    'A candidate of an unknown type is discarded silently',
    candidate('5 1 udp 2122260223 192.0.2.1 50003 typ x-new'),
    status(204),
  ),
  trickled(
    'ipv6',
    'MUST',
    trickle,
    'An IPv6 candidate is accepted or discarded silently',
    candidate('6 1 udp 2122260223 2001:db8::1 50004 typ host'),
    status(204),
  ),
  trickled(
    'end',
    'MUST',
    rfc(8840, '4.4'),
    'end-of-candidates is accepted',
    (session) => session.trickle({ lines: ['a=end-of-candidates'] }),
    status(204),
  ),
  trickled(
    'twice',
    'MUST',
    trickle,
    'The same candidates may be sent again',
    async (session) => {
      await session.trickle();
      return session.trickle();
    },
    status(204),
  ),
  trickled(
    'overlapping',
    'MUST',
    usage,
    'Requests may overlap',
    async (session) => {
      const replies = await Promise.all(
        [1, 2, 3].map((id) =>
          session.trickle({ lines: [`a=candidate:${id} 1 udp 1 192.0.2.${id} 5000 typ host`] }),
        ),
      );
      return replies.find((reply) => reply.status !== 204) ?? session.trickle();
    },
    status(204),
  ),
];
