import { interop, rfc, rule, sections } from '../lib/rule.ts';
import { candidatesOf, iceText, makeOffer, valueIn } from '../lib/sdp.ts';
import { bind } from '../lib/stun.ts';
import type { Session, Target } from '../lib/target.ts';
import { expect, expectStatus, Skip } from '../lib/types.ts';

/** Timeouts in ms: for an answer, and for proving that no answer comes. */
const patience = 1500;
const silence = 500;

const iceOf = (text: string) => ({
  ufrag: valueIn(text, 'a=ice-ufrag:') ?? '',
  pwd: valueIn(text, 'a=ice-pwd:') ?? '',
});

/** Sends a binding request to all candidates and returns the first answer; null without an answer. */
async function check(
  session: Session,
  theirs: { ufrag: string; pwd: string },
  { ufrag = session.ice.ufrag, timeoutMs = patience }: { ufrag?: string; timeoutMs?: number } = {},
) {
  const options = { username: `${theirs.ufrag}:${ufrag}`, password: theirs.pwd, timeoutMs };
  const requests = candidatesOf(session.answer).map((to) =>
    bind(to, options).then((answer) => answer ?? Promise.reject(new Error('No answer'))),
  );
  return Promise.any(requests).catch(() => null);
}

/** Connectivity checks of one session. */
const checks = (target: Target) =>
  target.once('checks', () =>
    target.withSession(async (session) => {
      const theirs = iceOf(session.answer);
      const good = await check(session, theirs);
      const wrong = { ...theirs, pwd: iceText(24) };
      const [wrongPassword, wrongUser] = await Promise.all([
        check(session, wrong, { timeoutMs: silence }),
        check(session, { ...theirs, ufrag: iceText(8) }, { timeoutMs: silence }),
      ]);
      await session.end();
      return {
        theirs,
        good,
        wrongPassword,
        wrongUser,
        after: await check(session, theirs, { timeoutMs: silence }),
      };
    }),
  );

async function requireAnswers(target: Target) {
  const seen = await checks(target);
  if (!seen.good) throw new Skip('no candidate answers');
  return seen;
}

const afterRestart = (target: Target) =>
  target.once('checks after restart', async () => {
    await requireAnswers(target);
    await target.requireRestart();
    return target.withSession(async (session) => {
      const before = iceOf(session.answer);
      await check(session, before);
      const mine = { ufrag: iceText(8), pwd: iceText(24) };
      const reply = await session.restart(mine);
      const fresh = await check(session, iceOf(reply.body), { ufrag: mine.ufrag });
      return { fresh, old: await check(session, before, { ufrag: mine.ufrag, timeoutMs: silence }) };
    });
  });

export const connectionRules = [
  rule(
    'ice.answers',
    'MUST',
    rfc(8445, '7.3'),
    'A candidate of the answer answers connectivity checks',
    async (target) => {
      expect((await checks(target)).good !== null, 'none does');
    },
  ),
  rule(
    'ice.signed',
    'MUST',
    rfc(8445, '7.3'),
    'The answer to a check is signed with the password of the session',
    async (target) => {
      const { good, theirs } = await requireAnswers(target);
      expect(good?.isSignedWith(theirs.pwd) ?? false, 'it is not');
    },
  ),
  rule(
    'ice.mapped',
    'MUST',
    rfc(8489, '7.3.1'),
    'The answer to a check has the address it came from',
    async (target) => {
      expect((await requireAnswers(target)).good?.hasMappedAddress ?? false, 'XOR-MAPPED-ADDRESS is missing');
    },
  ),
  rule(
    'ice.fingerprint',
    'MUST',
    rfc(8445, '7.3'),
    'The answer to a check has a FINGERPRINT',
    async (target) => {
      expect((await requireAnswers(target)).good?.hasFingerprint ?? false, 'it is missing');
    },
  ),
  rule(
    'ice.wrong-password',
    'MUST',
    rfc(8489, '9.1.3'),
    'A check with another password does not succeed',
    async (target) => {
      expect((await requireAnswers(target)).wrongPassword === null, 'it does');
    },
  ),
  rule(
    'ice.wrong-user',
    'MUST',
    rfc(8445, '7.3'),
    'A check for another ice-ufrag does not succeed',
    async (target) => {
      expect((await requireAnswers(target)).wrongUser === null, 'it does');
    },
  ),
  rule(
    'ice.ended',
    'MUST',
    sections('4.2', '4.4'),
    'After DELETE no check succeeds any more',
    async (target) => {
      expect((await requireAnswers(target)).after === null, 'one does');
    },
  ),
  rule(
    'ice.restarted',
    'MUST',
    sections('4.3.3', '4.5.3'),
    'After a restart checks succeed with the new credentials',
    async (target) => {
      expect((await afterRestart(target)).fresh !== null, 'they do not');
    },
  ),
  rule(
    'ice.restarted.old',
    'MUST',
    sections('4.3.3', '4.5.3'),
    'After a restart checks with the former credentials fail',
    async (target) => {
      expect((await afterRestart(target)).old === null, 'they are not');
    },
  ),
  rule(
    'ice.private',
    'SHOULD',
    interop('operators'),
    'The answer names no link-local address',
    async (target) => {
      const { session } = await target.life();
      const hosts = candidatesOf(session.answer).map(({ host }) => host);
      expect(!hosts.some((host) => /^(169\.254\.|fe80:)/i.test(host)), `hosts: ${hosts.join(' ')}`);
    },
  ),
  rule(
    'ice.early',
    'MUST',
    sections('4.2', '4.4'),
    'DELETE of a session without a connection is answered with 200',
    async (target) => {
      const reply = await target.withSession((session) => session.end(), makeOffer(target.protocol));
      expectStatus(reply, 200);
    },
  ),
];
