import { randomBytes } from 'node:crypto';
import { and, count, eq, gte, isNull } from 'drizzle-orm';
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '#contract/studio/account/factor-calls.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { recoveryCodes } from '../tables.ts';
import { hashToken } from '../tokens.ts';

/** Base32 (RFC 4648): no digit looks like a letter. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

const newCode = (): string =>
  Array.from(randomBytes(RECOVERY_CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** `abcd-efgh-ijkl-mnop`, as a person writes it down. */
const shownCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

const hashOf = (performerId: number, code: string): string =>
  hashToken(`recovery code of performer ${performerId}\n${code}`);

/** Replaces a performer's recovery codes, used ones included. Returns the new ones, which are not stored. */
export async function storeRecoveryCodes(
  tx: Pick<Tx, 'delete' | 'insert'>,
  { performerId, at }: { performerId: number; at: Date },
): Promise<string[]> {
  await eraseRecoveryCodes(tx, performerId);
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ performerId, codeHash: hashOf(performerId, code), createdAt: at })));
  return codes.map(shownCode);
}

/** All of a performer, or those made since a moment. */
export async function eraseRecoveryCodes(
  tx: Pick<Tx, 'delete'>,
  performerId: number,
  since?: Date,
): Promise<void> {
  await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.performerId, performerId), since && gte(recoveryCodes.createdAt, since)));
}

const isOpenOf = (performerId: number) =>
  and(eq(recoveryCodes.performerId, performerId), isNull(recoveryCodes.usedAt));

/** Uses up a code, in its folded form. Returns false if it is wrong or used: of two equal requests one succeeds. */
export async function redeemRecoveryCode(
  tx: Pick<Tx, 'update'>,
  { performerId, code, at }: { performerId: number; code: string; at: Date },
): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(and(isOpenOf(performerId), eq(recoveryCodes.codeHash, hashOf(performerId, code))))
    .returning({ performerId: recoveryCodes.performerId });
  return used.length > 0;
}

export async function countRecoveryCodes(db: Pick<Db, 'select'>, performerId: number): Promise<number> {
  const [row] = await db.select({ total: count() }).from(recoveryCodes).where(isOpenOf(performerId));
  return row?.total ?? 0;
}
