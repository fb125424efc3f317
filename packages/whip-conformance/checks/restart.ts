import { header, mediaType } from '../lib/http.ts';
import { interop, rfc, rule, sections } from '../lib/rule.ts';
import { candidatesOf, iceText, makeFragment, valueIn, valuesOf } from '../lib/sdp.ts';
import { fragmentType, type Session, type Target } from '../lib/target.ts';
import {
  describeReply,
  expect,
  expectRefusal,
  expectStatus,
  type Level,
  type Sources,
} from '../lib/types.ts';

const tags = sections('4.3.1', '4.5.1');
const restart = sections('4.3.3', '4.5.3');

const freshIce = () => ({ ufrag: iceText(8), pwd: iceText(24) });

/** A session that restarts twice. */
const restarts = (target: Target) =>
  target.once('restarts', async () => {
    await target.requireRestart();
    return target.withSession(async (session) => {
      const ice = freshIce();
      const first = await session.restart(ice);
      const tag = header(first, 'etag') ?? '""';
      const stale = await session.patch(makeFragment(ice), { match: session.etag ?? '"none"' });
      const current = await session.patch(makeFragment(ice), { match: tag });
      const second = await session.restart(freshIce(), '"*"');
      return { session, first, tag, stale, current, second, ended: await session.end() };
    });
  });

const line = (text: string, name: string) => valueIn(text, `a=${name}:`) ?? '';

/** In alphabetical order, without duplicates. */
const iceOptions = (text: string) => [...new Set(line(text, 'ice-options').split(' '))].sort().join(' ');

const restarted = (
  name: string,
  level: Level,
  sources: Sources,
  title: string,
  judge: (seen: Awaited<ReturnType<typeof restarts>>) => void,
) => rule(`restart.${name}`, level, sources, title, async (target) => judge(await restarts(target)));

/** A restart that must be refused. */
const failing = (
  name: string,
  sources: Sources,
  title: string,
  ice: (session: Session) => { ufrag: string; pwd: string },
) =>
  rule(`restart.${name}`, 'MUST', sources, title, async (target) => {
    await target.requireRestart();
    await target.withSession(async (session) => expectRefusal(await session.restart(ice(session))));
  });

export const restartRules = [
  restarted(
    'status',
    'MUST',
    restart,
    'New credentials with If-Match: * restart ICE, answered with 200',
    ({ first }) => expectStatus(first, 200),
  ),
  restarted('type', 'MUST', restart, 'The answer to a restart is a fragment', ({ first }) => {
    expect(mediaType(first) === fragmentType, `Content-Type is ${mediaType(first)}`);
  }),
  restarted(
    'ufrag',
    'MUST',
    restart,
    'A restart returns a new ice-ufrag of 4 to 256 ICE characters',
    ({ first, session }) => {
      const ufrag = line(first.body, 'ice-ufrag');
      expect(/^[A-Za-z0-9+/]{4,256}$/.test(ufrag), `it is ${ufrag || 'missing'}`);
      expect(ufrag !== line(session.answer, 'ice-ufrag'), 'it is the old one');
    },
  ),
  restarted(
    'pwd',
    'MUST',
    restart,
    'A restart returns a new ice-pwd of 22 to 256 ICE characters',
    ({ first, session }) => {
      const pwd = line(first.body, 'ice-pwd');
      expect(/^[A-Za-z0-9+/]{22,256}$/.test(pwd), `it is ${pwd || 'missing'}`);
      expect(pwd !== line(session.answer, 'ice-pwd'), 'it is the old one');
    },
  ),
  restarted('candidates', 'MUST', restart, 'A restart returns candidates', ({ first }) => {
    expect(candidatesOf(first.body).length > 0, 'there is none');
  }),
  restarted(
    'ice-options',
    'MUST',
    restart,
    'A restart returns the ice-options of the answer',
    ({ first, session }) => {
      const [now, before] = [iceOptions(first.body), iceOptions(session.answer)];
      expect(now === before, `${now || 'none'} instead of ${before || 'none'}`);
    },
  ),
  restarted(
    'ice-lite',
    'MUST',
    restart,
    'A restart returns ice-lite if the answer did',
    ({ first, session }) => {
      const says = (text: string) => /^a=ice-lite\r?$/m.test(text);
      expect(says(first.body) === says(session.answer), 'one says it and the other does not');
    },
  ),
  restarted(
    'ice-pacing',
    'MUST',
    restart,
    'A restart returns the ice-pacing of the answer',
    ({ first, session }) => {
      expect(
        line(first.body, 'ice-pacing') === line(session.answer, 'ice-pacing'),
        `it is ${line(first.body, 'ice-pacing')}`,
      );
    },
  ),
  restarted(
    'section',
    'MUST',
    rfc(8840, '4.4'),
    'The new credentials are in a section with a mid of the session',
    ({ first, session }) => {
      const lines = first.body.split(/\r?\n/);
      expect(
        lines.some((one) => one.startsWith('m=')),
        'there is no m= line',
      );
      const mids = valuesOf(session.answer.split(/\r?\n/), 'a=mid:');
      expect(mids.includes(line(first.body, 'mid')), `a=mid is ${line(first.body, 'mid') || 'missing'}`);
    },
  ),
  restarted('no-renegotiation', 'MUST', restart, 'A restart returns ICE information only', ({ first }) => {
    expect(!/^a=(fingerprint|rtpmap|setup|sendonly|recvonly)/m.test(first.body), 'there is more');
  }),
  restarted('etag', 'MUST', restart, 'A restart returns a new ETag', ({ tag, session }) => {
    expect(tag !== '""' && tag !== session.etag, `it is ${tag}`);
  }),
  restarted('etag.strong', 'MUST', tags, 'The new ETag is strong and quoted', ({ tag }) => {
    expect(/^"[\x21\x23-\x7e\x80-\xff]+"$/.test(tag), `it is ${tag}`);
  }),
  restarted('etag.stale', 'MUST', tags, 'The former ETag is refused with 412', ({ stale }) =>
    expectStatus(stale, 412),
  ),
  restarted('etag.current', 'MUST', tags, 'Candidates with the new ETag are accepted', ({ current }) => {
    expect(current.status === 204 || current.status === 422, describeReply(current));
  }),
  restarted('again', 'MUST', restart, 'A second restart returns another ETag', ({ second, tag }) => {
    expectStatus(second, 200);
    expect(header(second, 'etag') !== tag, 'the tag is the same');
  }),
  restarted(
    'quoted-star',
    'SHOULD',
    interop('the example of the document'),
    'If-Match: "*" means *',
    ({ second }) => expectStatus(second, 200),
  ),
  restarted('delete', 'MUST', restart, 'The session ends with 200 after restarts', ({ ended }) =>
    expectStatus(ended, 200),
  ),
  failing('short-ufrag', rfc(8839, '5.4'), 'An ice-ufrag of 3 characters is refused', () => ({
    ufrag: 'abc',
    pwd: iceText(24),
  })),
  failing('short-pwd', rfc(8839, '5.4'), 'An ice-pwd of 21 characters is refused', () => ({
    ufrag: iceText(8),
    pwd: iceText(21),
  })),
  failing(
    'wrong-characters',
    rfc(8839, '5.4'),
    'Credentials with other characters than those of ICE are refused',
    () => ({
      ufrag: 'a"b c;',
      pwd: iceText(24),
    }),
  ),
  rule('restart.failed', 'MUST', restart, 'A failed restart leaves the session as it was', async (target) => {
    await target.requireRestart();
    await target.withSession(async (session) => {
      await session.restart({ ufrag: 'abc', pwd: 'short' });
      const after = await session.trickle();
      expect(after.status === 204 || after.status === 422, describeReply(after));
    });
  }),
];
