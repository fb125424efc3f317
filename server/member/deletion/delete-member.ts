import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { DELETION_DAYS } from '#contract/member/account-calls.ts';
import { foldEmail } from '#contract/member/credentials.ts';
import { routes } from '#contract/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, type OperatorCaller, requireMember } from '#server/identity/caller.ts';
import { type EndDeps, endSessions } from '#server/identity/sessions.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Deps, InTx } from '#server/ports/deps.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { affiliateIn } from '../mail/member-address.ts';
import { members } from '../tables.ts';
import { type EraseDeps, eraseMember } from './erase-member.ts';

const DAY_MS = 24 * 3_600_000;

/** Logs the member out everywhere and schedules the erasure in DELETION_DAYS; a login before then cancels it. */
export async function deleteMember(deps: Deps, caller: Caller): Promise<true> {
  const member = requireMember(caller);
  const { memberId } = member;
  const now = deps.now();
  const eraseAt = new Date(now.getTime() + DELETION_DAYS * DAY_MS);
  await deps.db.transaction(async (tx) => {
    const [account] = await tx
      .update(members)
      .set({ eraseAt })
      .where(and(eq(members.id, memberId), isNull(members.deletedAt)))
      .returning({ email: members.email, language: members.language, meta: members.meta });
    if (!account) return;
    const { email: to, language: lang, meta } = account;
    const head = { to, lang, affiliate: affiliateIn(meta), path: routes.login };
    const mail = writeMail(deps, 'deletionAsked', head);
    await addWork(tx, mailWork, { payload: mail, runAt: now });
    await recordAct(tx, member, { act: 'member.deletion-asked', at: now });
    await endSessions({ ...deps, db: tx }, { memberId });
    tx.afterCommit(() => deps.events.record('member.deletion-asked', { member: memberId }));
  });
  return true;
}

/** Cancels a requested deletion, and mails the member. */
export async function keepAccount(deps: InTx, caller: Caller, memberId: number): Promise<void> {
  const at = deps.now();
  const [kept] = await deps.db
    .update(members)
    .set({ eraseAt: null })
    .where(and(eq(members.id, memberId), isNotNull(members.eraseAt), isNull(members.deletedAt)))
    .returning({ email: members.email, language: members.language, meta: members.meta });
  if (!kept) return;
  const { email: to, language: lang, meta } = kept;
  const head = { to, lang, affiliate: affiliateIn(meta), path: routes.settings };
  const mail = writeMail(deps, 'accountKept', head);
  await addWork(deps.db, mailWork, { payload: mail, runAt: at });
  await recordAct(deps.db, caller, { act: 'member.deletion-undone', memberId, at });
  deps.db.afterCommit(() => deps.events.record('member.deletion-undone', { member: memberId }));
}

/**
 * Deletes an account at once, for a member who asked by e-mail. Throws `badRequest.login.notExists`, also if it was
 * already deleted.
 */
export async function removeMember(
  deps: EraseDeps & EndDeps,
  caller: OperatorCaller,
  email: string,
): Promise<void> {
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ memberId: members.id })
      .from(members)
      .where(eq(members.emailFolded, foldEmail(email)));
    if (!row || !(await eraseMember(tx, deps, { ...row, now })))
      throw new AppError('badRequest.login.notExists');
    await recordAct(tx, caller, { act: 'member.deleted', memberId: row.memberId, at: now });
    await endSessions({ ...deps, db: tx }, row);
  });
}
