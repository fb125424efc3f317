import { and, count, eq, gt } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { register as call } from '#contract/member/account-calls.ts';
import { foldEmail } from '#contract/member/credentials.ts';
import { affiliateOf } from '#contract/tracking/affiliate.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { deletedEmailHash } from '../deletion/email-hash.ts';
import { isKept } from '../email/email-changes.ts';
import { sendActivation } from '../mail/send-activation.ts';
import { requireNewPassword } from '../password/require-new-password.ts';
import { metaOf } from './registered-from.ts';
import { members } from './tables.ts';

/** Accounts that an e-mail address may have had within an hour: each of them sent it a mail. */
export const ACCOUNTS_PER_HOUR = 3;
const HOUR_MS = 3_600_000;

/**
 * Creates an unverified account and its activation mail; the username is the e-mail address until one is chosen. Throws
 * `badRequest.tooMany` for an address whose accounts come and go.
 */
export async function register(deps: Deps, caller: Caller, input: ParsedInput<typeof call>): Promise<true> {
  requireNewPassword(deps, input.password, 'password');
  const passwordHash = await hashPassword(input.password);
  const emailFolded = foldEmail(input.email);
  const now = deps.now();
  const memberId = await deps.db.transaction(async (tx) => {
    const [created] = await tx
      .insert(members)
      .values({
        email: input.email,
        emailFolded,
        username: input.email,
        usernameFolded: emailFolded,
        passwordHash,
        language: input.lang,
        meta: { ...input.meta, ...metaOf(input.from) },
        affiliate: affiliateIn(input.meta),
        termsAcceptedAt: input.terms ? now : null,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: members.id });
    if (!created || (await isKept(tx, emailFolded, { now }))) throw new AppError('badRequest.email_exists');
    if ((await deletedLately(deps, tx, emailFolded)) >= ACCOUNTS_PER_HOUR)
      throw new AppError('badRequest.tooMany');
    await recordAct(tx, caller, { act: 'member.registered', memberId: created.id, at: now });
    const { email, lang, from } = input;
    await sendActivation(deps, tx, { memberId: created.id, email, lang, from });
    return created.id;
  });
  deps.wakeOutbox();
  deps.events.record('member.registered', { member: memberId });
  return true;
}

const affiliateIn = (meta: Readonly<Record<string, string>> = {}): string | null =>
  affiliateOf({ get: (key) => meta[key] ?? null }).p ?? null;

/** Accounts of this e-mail address that were made within the last hour and are deleted again. */
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
