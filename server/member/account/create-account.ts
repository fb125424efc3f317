import { and, count, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import type { Locale } from '#contract/locales.ts';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { deletedEmailHash } from '../deletion/erase-member.ts';
import { affiliateIn, metaOf } from '../mail/member-address.ts';
import { sendActivation } from '../mail/send-activation.ts';
import { emailChanges, members } from '../tables.ts';
import { noteNetwork } from './sign-ups.ts';

/** Maximum number of accounts per e-mail address and hour, since each sends a mail. */
export const ACCOUNTS_PER_HOUR = 3;
const HOUR_MS = 3_600_000;

export interface NewAccount {
  email: string;
  passwordHash: string;
  lang: Locale;
  meta?: Record<string, string> | undefined;
  /** The page of the registration. */
  from?: string | undefined;
  /** Keyed hash of the network of the registration; missing if networks are not stored. */
  network?: string | undefined;
}

/**
 * Creates an unverified account and its activation mail in the given transaction; the address is its username. Throws
 * `badRequest.email_exists`, and `.tooMany` for an address that was registered and deleted repeatedly.
 */
export async function createAccount(
  deps: Deps,
  tx: Tx,
  { caller, account }: { caller: Caller; account: NewAccount },
): Promise<void> {
  const { email, passwordHash, lang, meta, from, network } = account;
  const emailFolded = foldEmail(email);
  const now = deps.now();
  const stored = { ...meta, ...metaOf(from) };
  const [created] = await tx
    .insert(members)
    .values({
      email,
      emailFolded,
      username: email,
      usernameFolded: emailFolded,
      passwordHash,
      language: lang,
      meta: stored,
      affiliate: affiliateIn(meta).p ?? null,
      // Registering accepts the terms (P5.23).
      termsAcceptedAt: now,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: members.id });
  if (!created || (await isKept(tx, emailFolded, { now }))) throw new AppError('badRequest.email_exists');
  if ((await deletedLately(deps, tx, emailFolded)) >= ACCOUNTS_PER_HOUR)
    throw new AppError('badRequest.tooMany');
  if (network) await noteNetwork(tx, { memberId: created.id, networkHash: network, seenAt: now });
  await recordAct(tx, caller, { act: 'member.registered', memberId: created.id, at: now });
  await sendActivation(deps, tx, { memberId: created.id, email, lang, meta: stored });
  tx.afterCommit(() => deps.events.record('member.registered', { member: created.id }));
}

/** Number of accounts of this e-mail address created within the last hour and already deleted. */
async function deletedLately({ config, now }: Deps, tx: Tx, emailFolded: string): Promise<number> {
  const [deleted] = await tx
    .select({ total: count() })
    .from(members)
    .where(
      and(
        eq(members.deletedEmailHash, deletedEmailHash(config, emailFolded)),
        gt(members.createdAt, new Date(now().getTime() - HOUR_MS)),
      ),
    );
  return deleted?.total ?? 0;
}

/** Whether a member other than `except` had this address and can still go back to it. */
export async function isKept(
  tx: Pick<Tx, 'select'>,
  email: string,
  { now, except = 0 }: { now: Date; except?: number },
): Promise<boolean> {
  const folded = foldEmail(email);
  // A non-ASCII domain may be stored in either form.
  const isLike = /[@.]xn--/.test(folded)
    ? eq(sql`lower(split_part(${emailChanges.oldEmail}, '@', 1))`, folded.replace(/@.*$/, ''))
    : eq(sql`lower(${emailChanges.oldEmail})`, folded);
  const kept = await tx
    .select({ oldEmail: emailChanges.oldEmail })
    .from(emailChanges)
    .where(
      and(
        isLike,
        isNotNull(emailChanges.undoHash),
        isNull(emailChanges.closedAt),
        gt(emailChanges.undoUntil, now),
        ne(emailChanges.memberId, except),
      ),
    );
  return kept.some(({ oldEmail }) => foldEmail(oldEmail) === folded);
}
