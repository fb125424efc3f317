import { and, eq, isNull, or } from 'drizzle-orm';
import type { Language } from '#contract/member/calls.ts';
import type { Deps } from '#server/deps.ts';
import { addWork } from '#server/outbox/work.ts';
import { members } from '../tables.ts';
import { writeMail } from './letters.ts';
import { issueLink } from './links.ts';

/** The part of a recovery that only an existing account gets: a reset link by mail. */
export async function sendResetMail(
  deps: Deps,
  { emailOrUsername, lang }: { emailOrUsername: string; lang: Language },
): Promise<void> {
  const folded = emailOrUsername.trim().toLowerCase();
  const [member] = await deps.db
    .select({ id: members.id, email: members.email })
    .from(members)
    .where(
      and(or(eq(members.emailFolded, folded), eq(members.usernameFolded, folded)), isNull(members.deletedAt)),
    );
  if (!member) return;
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const token = await issueLink(tx, { kind: 'reset', memberId: member.id, email: member.email, now });
    const path = `/?action=resetpassword&token=${token}`;
    await addWork(
      tx,
      { kind: 'mail', payload: writeMail(deps, 'reset', { to: member.email, lang, path }) },
      now,
    );
  });
}
