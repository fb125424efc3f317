import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Audience, hashToken, newLinkToken, readToken, signToken } from './tokens.ts';

const secret = 'a secret that is long enough for a signature';
/** Far from the machine's own time, which must not be used. */
const start = new Date('2086-11-20T12:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const schema = z.object({ sub: z.string() });

/** Unique in every test and run, because verified tokens are cached. */
const sign = (claims: Record<string, unknown> = { sub: randomUUID() }) =>
  signToken(secret, 'session', claims, { now: start, ttl: 60 });
const read = (token: string, { at = start, audience = 'session' as Audience, key = secret } = {}) =>
  readToken(key, token, { audience, schema, now: at });

describe('a token', () => {
  it('returns its claims until it expires, also when it is first read late', async () => {
    const [shown, late] = [await sign(), await sign()];
    expect(await read(shown)).toEqual({ sub: expect.any(String) });
    expect(await read(shown, { at: later(59) })).not.toBeNull();
    expect(await read(shown, { at: later(60) })).toBeNull();
    expect(await read(late, { at: later(59) })).not.toBeNull();
    expect(await read(await sign(), { at: later(61) })).toBeNull();
  });

  it.each(['device', 'chat-join', 'chat-auth', 'dial-in'] as const)(
    'for a session is refused as another kind: %s',
    async (audience) => {
      const token = await sign();
      expect(await read(token, { audience })).toBeNull();
      expect(await read(token)).not.toBeNull();
      expect(await read(token, { audience })).toBeNull();
    },
  );

  it('is refused with another secret, read before or not', async () => {
    const key = 'another secret that is long enough, too';
    const token = await sign();
    expect(await read(token, { key })).toBeNull();
    expect(await read(token)).not.toBeNull();
    expect(await read(token, { key })).toBeNull();
  });

  it('is refused if it was changed, is not a token, or has other claims', async () => {
    const token = await sign();
    const [head, , signature] = token.split('.');
    const claims = Buffer.from(JSON.stringify({ sub: '1', aud: 'session', exp: 9e9 })).toString('base64url');
    const other = await sign({ owner: randomUUID() });
    for (const one of [`${head}.${claims}.${signature}`, 'x', '', other, other])
      expect(await read(one)).toBeNull();
  });

  it('of another algorithm is refused, even with our secret', async () => {
    const token = await new SignJWT({ sub: randomUUID() })
      .setProtectedHeader({ alg: 'HS512' })
      .setAudience('session')
      .setExpirationTime(later(60))
      .sign(new TextEncoder().encode(`${secret}${secret}`));
    expect(await read(token, { key: `${secret}${secret}` })).toBeNull();
  });

  it('contains the time it was made', async () => {
    const [, claims = ''] = (await sign()).split('.');
    const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect(iat).toEqual(start.getTime() / 1000);
    expect(exp).toEqual(start.getTime() / 1000 + 60);
  });
});

describe('a token for a link', () => {
  it('is 32 random bytes in URL-safe characters, stored as a hash', () => {
    const [one, other] = [newLinkToken(), newLinkToken()];
    expect(one.token).toMatch(/^[\w-]{43}$/);
    expect(one.token).not.toBe(other.token);
    expect(one.hash).toBe(hashToken(one.token));
    expect(one.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(one.hash).not.toBe(other.hash);
  });
});
