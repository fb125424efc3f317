import { createSecretKey } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Authorization, MediaRight } from '../whip/door.ts';

export interface MediaToken {
  token: string;
  expiresAt: Date;
}

/** Token lifetimes in seconds: an encoder may restart within a working day, a player within an hour. */
export const tokenLifetimes = { publish: 12 * 3600, view: 3600 } as const satisfies Record<
  MediaRight,
  number
>;

const audience = 'media';
const claims = z.object({
  sub: z.string(),
  room: z.string(),
  right: z.enum(['publish', 'view']),
  /** In ms; `iat` has whole seconds, too coarse to order a token and its revocation. */
  issued: z.number(),
  exp: z.number(),
});

export interface MediaTokens {
  /** `seconds` overrides the right's lifetime. */
  issue(room: string, subject: string, right: MediaRight, seconds?: number): Promise<MediaToken>;
  /** Null if the token is invalid, 'elsewhere' if it is valid for another room or right. */
  authorize(token: string, room: string, right: MediaRight): Promise<Authorization>;
  /** Invalidates every token issued to this subject so far. */
  revoke(subject: string): void;
}

/** Revocations shared by the nodes of a product. */
export interface Revocations {
  /** ms since the epoch. */
  revokedAt(subject: string): Promise<number | null>;
  revoke(subject: string, at: number): Promise<void>;
}

export function createMediaTokens(secret: string, now: () => number, elsewhere?: Revocations): MediaTokens {
  const key = createSecretKey(Buffer.from(secret));
  const revocations = new Map<string, number>();

  async function revokedAt(subject: string): Promise<number> {
    const here = revocations.get(subject) ?? Number.NEGATIVE_INFINITY;
    const there = (await elsewhere?.revokedAt(subject)) ?? Number.NEGATIVE_INFINITY;
    return Math.max(here, there);
  }

  function forgetOldRevocations(): void {
    const oldest = now() - tokenLifetimes.publish * 1000;
    for (const [subject, at] of revocations) if (at < oldest) revocations.delete(subject);
  }

  return {
    issue: async (room, subject, right, seconds = tokenLifetimes[right]) => {
      const issued = Math.max(now(), (await revokedAt(subject)) + 1);
      const expiresAt = new Date(issued + seconds * 1000);
      const token = await new SignJWT({ room, right, issued })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(subject)
        .setAudience(audience)
        .setExpirationTime(expiresAt)
        .sign(key);
      return { token, expiresAt };
    },
    authorize: async (token, room, right) => {
      const options = { audience, algorithms: ['HS256'], currentDate: new Date(now()) };
      const verified = await jwtVerify(token, key, options).catch(() => null);
      const claim = claims.safeParse(verified?.payload).data;
      if (!claim || claim.issued <= (await revokedAt(claim.sub))) return null;
      if (claim.room !== room || claim.right !== right) return 'elsewhere';
      return { subject: claim.sub, expiresAt: claim.exp * 1000 };
    },
    revoke: (subject) => {
      forgetOldRevocations();
      revocations.set(subject, now());
      void elsewhere?.revoke(subject, now()).catch(() => undefined);
    },
  };
}
