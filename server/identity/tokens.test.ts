import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Audience, hashToken, newLinkToken, readToken, signToken } from './tokens.ts';

const secret = 'a secret that is long enough for a signature';
/** Far from the machine's own time, which is not asked. */
const start = new Date('2086-11-20T12:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const schema = z.object({ sub: z.string() });

/** Shown by no other test, nor in an earlier run of them: what was found genuine is remembered. */
const sign = (claims: Record<string, unknown> = { sub: randomUUID() }) =>
  signToken(secret, 'session', claims, { now: start, ttl: 60 });
const read = (token: string, { at = start, audience = 'session' as Audience, key = secret } = {}) =>
  readToken(key, token, { audience, schema, now: at });

describe('a token', () => {
  it('says what was signed until it expires, also where it is first seen late', async () => {
    const [shown, late] = [await sign(), await sign()];
    expect(await read(shown)).toEqual({ sub: expect.any(String) });
    expect(await read(shown, { at: later(59) })).not.toBeNull();
    expect(await read(shown, { at: later(60) })).toBeNull();
    expect(await read(late, { at: later(59) })).not.toBeNull();
    expect(await read(await sign(), { at: later(61) })).toBeNull();
  });

  it.each(['device', 'chat-join', 'chat-auth', 'dial-in'] as const)(
    'for a session passes for no other kind: %s',
    async (audience) => {
      const token = await sign();
      expect(await read(token, { audience })).toBeNull();
      expect(await read(token)).not.toBeNull();
      expect(await read(token, { audience })).toBeNull();
    },
  );

  it('is nothing to another secret, shown before or not', async () => {
    const key = 'another secret that is long enough, too';
    const token = await sign();
    expect(await read(token, { key })).toBeNull();
    expect(await read(token)).not.toBeNull();
    expect(await read(token, { key })).toBeNull();
  });

  it('is nothing where it was changed, is no token, or says something else', async () => {
    const token = await sign();
    const [head, , signature] = token.split('.');
    const claims = Buffer.from(JSON.stringify({ sub: '1', aud: 'session', exp: 9e9 })).toString('base64url');
    const other = await sign({ owner: randomUUID() });
    for (const one of [`${head}.${claims}.${signature}`, 'x', '', other, other])
      expect(await read(one)).toBeNull();
  });

  it('of another algorithm is refused, though the secret is ours', async () => {
    const token = await new SignJWT({ sub: randomUUID() })
      .setProtectedHeader({ alg: 'HS512' })
      .setAudience('session')
      .setExpirationTime(later(60))
      .sign(new TextEncoder().encode(`${secret}${secret}`));
    expect(await read(token, { key: `${secret}${secret}` })).toBeNull();
  });

  it('says when it was made', async () => {
    const [, claims = ''] = (await sign()).split('.');
    const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect([iat, exp]).toEqual([start.getTime() / 1000, start.getTime() / 1000 + 60]);
  });
});

describe('a token for a link', () => {
  it('is 32 random bytes that fit an address, kept as a hash', () => {
    const [one, other] = [newLinkToken(), newLinkToken()];
    expect(one.token).toMatch(/^[\w-]{43}$/);
    expect(one.token).not.toBe(other.token);
    expect(one.hash).toBe(hashToken(one.token));
    expect(one.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(one.hash).not.toBe(other.hash);
  });
});
