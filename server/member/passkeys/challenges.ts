import { randomBytes } from 'node:crypto';
import { and, eq, isNull, lte } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { CHALLENGE_SECONDS } from '#contract/member/passkey-calls.ts';
import { passkeyChallenges } from '#server/identity/tables.ts';
import { hashToken } from '#server/identity/tokens.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Purpose of a challenge; a response for one purpose is invalid for another. */
export type Purpose =
  | { readonly for: 'add'; readonly sessionId: string; readonly userHandle: string }
  | { readonly for: 'prove'; readonly sessionId: string }
  | { readonly for: 'log-in' };

/** Stores the hash and returns the bytes to sign. */
export async function issueChallenge(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  purpose: Purpose,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await db.insert(passkeyChallenges).values({
    hash: hashOf(challenge),
    purpose: purpose.for,
    expiresAt: new Date(now().getTime() + CHALLENGE_SECONDS * 1000),
    ...(purpose.for !== 'log-in' && { sessionId: purpose.sessionId }),
    ...(purpose.for === 'add' && { userHandle: purpose.userHandle }),
  });
  return challenge;
}

const hashOf = (challenge: Uint8Array): string => hashToken(Buffer.from(challenge).toString('base64url'));

const clientDataSchema = z.object({ challenge: z.string().max(128) });

export interface UsedChallenge {
  /** Base64url. */
  readonly challenge: string;
  readonly userHandle: string | null;
}

/**
 * Uses up the challenge in the browser's response, even if the rest of the response is invalid. Throws
 * `badRequest.passkey.expired` if it is unknown, used, expired, or of another purpose or login.
 */
export async function redeemChallenge(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  purpose: { readonly for: 'add' | 'prove'; readonly sessionId: string } | { readonly for: 'log-in' },
  clientDataJSON: string,
): Promise<UsedChallenge> {
  const challenge = challengeIn(clientDataJSON);
  const owner =
    purpose.for !== 'log-in'
      ? eq(passkeyChallenges.sessionId, purpose.sessionId)
      : isNull(passkeyChallenges.sessionId);
  const [used] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.hash, hashToken(challenge)),
        eq(passkeyChallenges.purpose, purpose.for),
        owner,
      ),
    )
    .returning();
  if (!used || used.expiresAt <= now()) throw new AppError('badRequest.passkey.expired');
  return { challenge, userHandle: used.userHandle };
}

function challengeIn(clientDataJSON: string): string {
  try {
    return clientDataSchema.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).challenge;
  } catch (cause) {
    throw new AppError('badRequest.passkey.invalid', { cause });
  }
}

/** Deletes expired challenges. */
export async function sweepChallenges({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now()));
}
