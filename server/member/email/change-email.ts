import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { foldEmail } from '#contract/member/account/credentials.ts';
import {
  CONFIRM_EMAIL_SECONDS,
  type changeEmail as call,
  refuseNewEmail,
} from '#contract/member/settings/email-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { newLinkToken } from '#server/identity/tokens.ts';
import { addWork, mailWork, type WorkKind } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { confirmPassword } from '../account/account-password.ts';
import { isKept } from '../account/create-account.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { affiliateIn } from '../mail/member-address.ts';
import { emailChanges, members } from '../tables.ts';
import { CHANGES_PER_HOUR, closePending, countRecentChanges } from './email-changes.ts';

/**
 * The outbox runner checks whether the address is in use, so that nothing reveals it. Throws
 * `badRequest.emailChange.tooMany` after three addresses an hour, `badRequest.invalid.input` for the current one.
 */
export async function changeEmail(
  deps: Deps,
  caller: Caller,
  { email, password }: ParsedInput<typeof call>,
): Promise<true> {
  const member = requireMember(caller);
  const { memberId } = member;
  if (!(await confirmPassword(deps, memberId, password)))
    throw new AppError('badRequest.incorrectPassword', { fields: ['password'] });
  const now = deps.now();
  const { token, hash } = newLinkToken();
  await deps.db.transaction(async (tx) => {
    const [account] = await tx
      .select({ email: members.email })
      .from(members)
      .where(eq(members.id, memberId))
      .for('update');
    if (!account) throw new AppError('badRequest.unauthorized');
    if (refuseNewEmail(email, account.email) !== null)
      throw new AppError('badRequest.invalid.input', { fields: ['email'] });
    if ((await countRecentChanges(tx, memberId, now)) >= CHANGES_PER_HOUR)
      throw new AppError('badRequest.emailChange.tooMany');
    await closePending(tx, memberId, now);
    await tx.insert(emailChanges).values({
      memberId,
      oldEmail: account.email,
      newEmail: email,
      confirmHash: hash,
      askedAt: now,
      expiresAt: new Date(now.getTime() + CONFIRM_EMAIL_SECONDS * 1000),
    });
    await addWork(tx, newAddressWork, { payload: { memberId, email, token }, runAt: now });
    await recordAct(tx, member, { act: 'member.email-change-asked', at: now });
    tx.afterCommit(() => deps.events.record('member.email-change-asked', { member: memberId }));
  });
  return true;
}

export async function cancelEmailChange(deps: Deps, caller: Caller): Promise<true> {
  const { memberId } = requireMember(caller);
  await closePending(deps.db, memberId, deps.now());
  return true;
}

interface NewAddress {
  memberId: number;
  email: string;
  token: string;
}

export const newAddressWork: WorkKind<NewAddress> = {
  kind: 'new-address',
  payload: z.object({ memberId: z.number(), email: z.string(), token: z.string() }),
};

/** Mails the confirmation link. If the address already has an account, tells its member about the request instead. */
export async function sendToNewAddress(deps: Deps, { memberId, email, token }: NewAddress): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.now();
    const addressee = { lang: members.language, meta: members.meta };
    const [holder] = await tx
      .select(addressee)
      .from(members)
      .where(eq(members.emailFolded, foldEmail(email)));
    // The address is kept for a member, who was already told of the change; it cannot be given to another.
    if (!holder && (await isKept(tx, email, { now, except: memberId }))) return;
    const [asking] = await tx.select(addressee).from(members).where(eq(members.id, memberId));
    const reader = holder ?? asking;
    if (!reader) return;
    const { lang, meta } = reader;
    const head = { to: email, lang, affiliate: affiliateIn(meta) };
    const mail = holder
      ? writeMail(deps, 'emailTaken', { ...head, path: '/' })
      : writeMail(deps, 'emailConfirm', { ...head, path: `${routes.confirmEmail}?key=${token}` });
    await addWork(tx, mailWork, { payload: mail, runAt: now });
  });
}
