import { and, eq, gte, isNull } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { defaultLocale } from '#contract/locales.ts';
import type { undoEmail as call } from '#contract/member/settings/email-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { hashToken } from '#server/identity/tokens.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { closeLinks, issueLink } from '../mail/links.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { affiliateIn } from '../mail/member-address.ts';
import { removeAllPasskeys } from '../passkeys/own-passkeys.ts';
import { emailChanges, members } from '../tables.ts';
import { setEmail } from './email-changes.ts';

/**
 * Goes back to the old address. The person who changed it knew the password, so the password and all passkeys are
 * removed and every session ends; a mail to the old address sets a new password.
 */
export async function undoEmail(
  deps: Deps,
  caller: Caller,
  { key }: ParsedInput<typeof call>,
): Promise<true> {
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const change = await useUndo(tx, key, now);
    const { memberId, oldEmail: email } = change;
    await setEmail(tx, memberId, email);
    const [member] = await tx
      .update(members)
      .set({ passwordHash: '' })
      .where(eq(members.id, memberId))
      .returning({ lang: members.language, meta: members.meta });
    await removeAllPasskeys(tx, caller, { memberId, at: now });
    await closeLinks(tx, { kind: 'reset', memberId, now });
    const token = await issueLink(tx, { kind: 'reset', memberId, email, now });
    const path = `/?action=resetpassword&token=${token}`;
    const affiliate = affiliateIn(member?.meta);
    const mail = writeMail(deps, 'reset', {
      to: email,
      lang: member?.lang ?? defaultLocale,
      affiliate,
      path,
    });
    await addWork(tx, mailWork, { payload: mail, runAt: now });
    await recordAct(tx, caller, { act: 'member.email-change-undone', memberId, at: now });
    await endSessions({ ...deps, db: tx }, { memberId });
    tx.afterCommit(() => deps.events.record('member.email-change-undone', { member: memberId }));
  });
  return true;
}

/** Closes this change and later ones. Earlier ones stay: an attacker may have changed it twice. */
async function useUndo(tx: Tx, key: string, now: Date) {
  const [change] = await tx
    .select()
    .from(emailChanges)
    .where(eq(emailChanges.undoHash, hashToken(key)))
    .for('update');
  if (change?.closedAt) throw new AppError('badRequest.link.used');
  if (!change?.undoUntil || change.undoUntil <= now) throw new AppError('badRequest.link.expired');
  await tx
    .update(emailChanges)
    .set({ closedAt: now })
    .where(
      and(
        eq(emailChanges.memberId, change.memberId),
        gte(emailChanges.id, change.id),
        isNull(emailChanges.closedAt),
      ),
    );
  return change;
}
