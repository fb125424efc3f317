import { and, eq, isNull } from 'drizzle-orm';
import { DELETION_DAYS } from '#contract/member/account/account-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { affiliateIn } from '../mail/member-affiliate.ts';
import { members } from '../tables.ts';

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
