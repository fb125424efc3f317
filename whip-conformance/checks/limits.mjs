// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { header } from '../lib/http.mjs';
import { expect, expectStatus, Skip } from '../lib/outcome.mjs';
import { interop, rfc, rule, sections } from '../lib/rule.mjs';
import { iceText, makeFragment, makeOffer } from '../lib/sdp.mjs';
import { fragmentType } from '../lib/target.mjs';

/** @import { Ask, Reply } from '../lib/types.d.ts' */
/** @import { Target } from '../lib/target.mjs' */

/**
 * Asks until it is told to stop. Hands back that answer, null if it never came.
 * @param {Target} target
 * @param {() => Promise<Reply>} ask
 */
async function untilRefused(target, ask) {
  if (target.burst === 0) throw new Skip('left out by --burst 0');
  for (let sent = 0; sent < target.burst; sent += 1) {
    const reply = await ask();
    if (reply.status === 429 || reply.status === 503) return reply;
  }
  return null;
}

/** @param {Target} target @param {Reply | null} reply @returns {asserts reply} */
function expectLimit(target, reply) {
  expect(reply !== null, `${target.burst} requests in one go were all answered`);
}

/** @param {Reply} reply */
const waitAsTold = (reply) => sleep(Math.min(Number(header(reply, 'retry-after')) || 0, 30) * 1000);

/** @param {Target} target */
const posts = (target) =>
  target.once('post limit', () =>
    untilRefused(target, async () => {
      const reply = await target.post('v=0\r\n', { impatient: true });
      return reply;
    }),
  );

/** @param {Target} target */
const guesses = (target) =>
  target.once('guess limit', async () => {
    await target.requireTokens();
    let count = 0;
    const seen = await untilRefused(target, () => {
      count += 1;
      return target.post(makeOffer(target.protocol), { token: `guess-${count}`, impatient: true });
    });
    const owner =
      seen && (await target.post(makeOffer(target.protocol), { token: `guess-${count}`, impatient: true }));
    if (seen) await waitAsTold(seen);
    return { seen, owner };
  });

/** @param {Target} target @param {(url: string) => { method: string, ask: Ask }} request */
const inOneSession = (target, request) =>
  target.withSession(async (session) => {
    const { method, ask } = request(session.url);
    const reply = await untilRefused(target, () =>
      target.ask(method, session.url, { ...ask, impatient: true }),
    );
    if (reply) await waitAsTold(reply);
    return reply;
  });

export const limitRules = [
  rule('limit.post', 'SHOULD', sections('5', '5'), 'POST is limited', async (target) => {
    expectLimit(target, await posts(target));
  }),
  rule(
    'limit.post.status',
    'SHOULD',
    rfc(6585, '4'),
    'What is too much is answered with 429',
    async (target) => {
      const reply = await posts(target);
      if (!reply) throw new Skip('there is no limit');
      expectStatus(reply, 429);
    },
  ),
  rule(
    'limit.post.retry-after',
    'SHOULD',
    rfc(6585, '4'),
    'It is told when to come again',
    async (target) => {
      const reply = await posts(target);
      if (!reply) throw new Skip('there is no limit');
      const after = header(reply, 'retry-after') ?? '';
      expect(/^\d+$/.test(after) || !Number.isNaN(Date.parse(after)), `Retry-After is ${after || 'missing'}`);
    },
  ),
  rule(
    'limit.post.over',
    'SHOULD',
    interop('encoders that come again'),
    'Then an offer is taken',
    async (target) => {
      const reply = await posts(target);
      if (!reply) throw new Skip('there is no limit');
      await waitAsTold(reply);
      expectStatus(await target.try(makeOffer(target.protocol)), 201);
    },
  ),
  rule('limit.patch', 'SHOULD', sections('5', '5'), 'PATCH is limited', async (target) => {
    await target.requireTrickle();
    const headers = { 'Content-Type': fragmentType, 'If-Match': '"another"' };
    const body = makeFragment({ ufrag: iceText(8), pwd: iceText(24) });
    expectLimit(target, await inOneSession(target, () => ({ method: 'PATCH', ask: { headers, body } })));
  }),
  rule(
    'limit.delete',
    'SHOULD',
    sections('5', '5'),
    'DELETE of unknown sessions is limited, so that none can be found',
    async (target) => {
      const { session } = await target.life();
      const reply = await untilRefused(target, () =>
        target.ask('DELETE', session.url.replace(/[^/]+$/, iceText(22)), { impatient: true }),
      );
      expectLimit(target, reply);
      await waitAsTold(reply);
    },
  ),
  rule(
    'limit.tokens',
    'SHOULD',
    interop('guessed tokens'),
    'Requests with unknown tokens are limited by where they come from',
    async (target) => {
      expectLimit(target, (await guesses(target)).seen);
    },
  ),
  rule(
    'limit.tokens.first',
    'SHOULD',
    interop('guessed tokens'),
    'Beyond the limit a token is not looked at',
    async (target) => {
      const { seen, owner } = await guesses(target);
      if (!seen) throw new Skip('there is no limit');
      expectStatus(/** @type {Reply} */ (owner), 429, 503);
    },
  ),
];
