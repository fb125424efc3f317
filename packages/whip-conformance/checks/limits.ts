import { setTimeout as sleep } from 'node:timers/promises';
import { header } from '../lib/http.ts';
import { interop, rfc, rule, sections } from '../lib/rule.ts';
import { iceText, makeFragment, makeOffer } from '../lib/sdp.ts';
import { fragmentType, type Target } from '../lib/target.ts';
import { type Ask, expect, expectStatus, type Reply, Skip } from '../lib/types.ts';

/** Repeats a request until it is rate limited; returns that response, or null if there is no limit. */
async function untilRefused(target: Target, ask: () => Promise<Reply>) {
  if (target.burst === 0) throw new Skip('left out by --burst 0');
  for (let sent = 0; sent < target.burst; sent += 1) {
    const reply = await ask();
    if (reply.status === 429 || reply.status === 503) return reply;
  }
  return null;
}

function expectLimit(target: Target, reply: Reply | null): asserts reply {
  expect(reply !== null, `${target.burst} requests in one go were all answered`);
}

const waitAsTold = (reply: Reply) => sleep(Math.min(Number(header(reply, 'retry-after')) || 0, 30) * 1000);

const posts = (target: Target) =>
  target.once('post limit', () => untilRefused(target, () => target.post('v=0\r\n', { impatient: true })));

const guesses = (target: Target) =>
  target.once('guess limit', async () => {
    await target.requireTokens();
    let count = 0;
    const limited = await untilRefused(target, () => {
      count += 1;
      return target.post(makeOffer(target.protocol), { token: `guess-${count}`, impatient: true });
    });
    if (!limited) return null;
    const next = await target.post(makeOffer(target.protocol), { token: `guess-${count}`, impatient: true });
    await waitAsTold(limited);
    return { limited, next };
  });

const inOneSession = (target: Target, request: (url: string) => { method: string; ask: Ask }) =>
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
    'POST over the limit is answered with 429',
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
    'A POST over the limit gets Retry-After',
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
    'After Retry-After an offer is accepted',
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
    'DELETE of unknown sessions is limited, so that sessions cannot be guessed',
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
    'Requests with unknown tokens are limited by client address',
    async (target) => {
      expectLimit(target, (await guesses(target))?.limited ?? null);
    },
  ),
  rule(
    'limit.tokens.first',
    'SHOULD',
    interop('guessed tokens'),
    'Over the limit, tokens are not checked',
    async (target) => {
      const guessed = await guesses(target);
      if (!guessed) throw new Skip('there is no limit');
      expectStatus(guessed.next, 429, 503);
    },
  ),
];
