import { and, eq, isNull } from 'drizzle-orm';
import type { Locale } from '#contract/locales.ts';
import type { Affiliate } from '#contract/tracking/affiliate.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { type MailHead, type MailName, type MailValues, writeMail } from './mail-templates.ts';
import { affiliateIn } from './member-affiliate.ts';

/** Undefined for a deleted account. */
export async function memberAddress(
  db: Pick<Db, 'select'>,
  memberId: number,
): Promise<{ email: string; language: Locale; affiliate: Affiliate } | undefined> {
  const [row] = await db
    .select({ email: members.email, language: members.language, meta: members.meta })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.deletedAt)));
  return row && { email: row.email, language: row.language, affiliate: affiliateIn(row.meta) };
}

interface MemberMail extends Pick<MailHead, 'path'> {
  memberId: number;
  name: MailName;
  /** What the texts need, in the member's language. */
  values?: (lang: Locale) => MailValues;
}

/** Queues a mail to a member in the caller's transaction; a deleted account gets none. */
export async function mailMember(
  deps: Pick<Deps, 'config' | 'newId' | 'now'>,
  tx: Tx,
  { memberId, name, path, values }: MemberMail,
): Promise<void> {
  const address = await memberAddress(tx, memberId);
  if (!address) return;
  const { email: to, language: lang, affiliate } = address;
  const payload = writeMail(deps, name, { to, lang, affiliate, path }, values?.(lang));
  await addWork(tx, mailWork, { payload, runAt: deps.now() });
}
