import { and, eq, isNull } from 'drizzle-orm';
import type { Locale } from '#contract/locales.ts';
import { pageToReturnTo } from '#contract/site/site-page.ts';
import { type Affiliate, affiliateOf } from '#contract/tracking/affiliate.ts';
import { performerPageOf } from '#contract/wallet/return-page.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { type MailHead, type MailName, type MailValues, writeMail } from './mail-templates.ts';

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

/** The affiliate's values among those of a registration. */
export const affiliateIn = (meta: Readonly<Record<string, string>> = {}): Affiliate =>
  affiliateOf({ get: (key) => meta[key] ?? null });

/** The affiliate's values that a member registered with, for the links in mails. */
export async function memberAffiliate(db: Pick<Db, 'select'>, memberId: number): Promise<Affiliate> {
  const [row] = await db.select({ meta: members.meta }).from(members).where(eq(members.id, memberId));
  return affiliateIn(row?.meta);
}

/** Stored in the registration's values, so that a mail sent again leads back to the same page. */
const KEYS = { performer: 'register:model', page: 'register:page' } as const;

export function metaOf(from: string | undefined): Record<string, string> {
  const page = pageToReturnTo(from);
  if (page === null) return {};
  const performer = performerPageOf(page)?.performer;
  return { [KEYS.page]: page, ...(performer !== undefined && { [KEYS.performer]: performer }) };
}

/** The page of the registration, as path and query. */
export const registeredFrom = (meta: Readonly<Record<string, string>>): string | undefined =>
  pageToReturnTo(meta[KEYS.page]) ?? undefined;
