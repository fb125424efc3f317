import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { InTx } from '#server/ports/deps.ts';
import { writeMail } from '../mail/mail-templates.ts';
import { affiliateIn } from '../mail/member-affiliate.ts';
import { members } from '../tables.ts';

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
