import { and, eq, exists, ne, sql } from 'drizzle-orm';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { mailboxOf } from '#contract/member/mailbox.ts';
import type { Config } from '#server/config/config.ts';
import { keyedHash } from '#server/identity/seal.ts';
import { accounts, transfers } from '#server/ledger/tables.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import { grantWelcome, type Welcome } from '#server/wallet/spending/grant-credits.ts';
import { members, welcomedMailboxes } from '../tables.ts';

interface Mailbox {
  email: string;
  at: Date;
  config: Pick<Config, 'secret'>;
}

/**
 * Grants the welcome credits to the first account of a mailbox, however its address is written, also after that account
 * was erased.
 */
export async function welcomeMailbox(
  tx: Tx,
  { memberId, ...mailbox }: Mailbox & { memberId: number },
): Promise<Welcome> {
  const isFirst = await noteMailbox(tx, mailbox);
  if (!isFirst || (await hasWelcomedOther(tx, mailbox.email, memberId)))
    return { credits: await balanceOf(tx, { kind: 'member', owner: memberId }), granted: false };
  const { email, ...grant } = mailbox;
  return grantWelcome(tx, { ...grant, memberId, emailFolded: foldEmail(email) });
}

/** Keyed hash of the mailbox of an address. */
export const mailboxHash = (config: Mailbox['config'], email: string): string =>
  keyedHash(config, 'mailbox', mailboxOf(email));

/** Remembers that a mailbox needs no welcome credits any more. Returns whether that is new. */
export async function noteMailbox(tx: Tx, { email, at, config }: Mailbox): Promise<boolean> {
  const noted = await tx
    .insert(welcomedMailboxes)
    .values({ mailboxHash: mailboxHash(config, email), welcomedAt: at })
    .onConflictDoNothing()
    .returning();
  return noted.length > 0 && !(await wasNotedAs(tx, formerMailboxOf(email), config));
}

/** The mailbox of an address by the rules before migration 0012, which knew no provider but Gmail. */
const formerMailboxOf = (email: string): string => foldEmail(email).replace(/^([^+]+)\+.*(?=@[^@]*$)/u, '$1');

/** The addresses of mailboxes noted before that migration are not known, so their hashes stay as they are. */
async function wasNotedAs(tx: Tx, mailbox: string, config: Mailbox['config']): Promise<boolean> {
  if (mailbox === mailboxOf(mailbox)) return false;
  const [noted] = await tx
    .select({ welcomedAt: welcomedMailboxes.welcomedAt })
    .from(welcomedMailboxes)
    .where(eq(welcomedMailboxes.mailboxHash, keyedHash(config, 'mailbox', mailbox)));
  return noted !== undefined;
}

/** Whether another account of the mailbox was welcomed before mailboxes were noted. */
async function hasWelcomedOther(tx: Tx, email: string, memberId: number): Promise<boolean> {
  const welcomes = tx
    .select({ one: sql`1` })
    .from(transfers)
    .innerJoin(accounts, eq(accounts.id, transfers.toAccount))
    .where(
      and(
        eq(transfers.kind, 'welcome'),
        eq(accounts.kind, 'member'),
        eq(accounts.owner, sql`${members.id}::text`),
      ),
    );
  const [other] = await tx
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(sql`mailbox_of(${members.emailFolded})`, mailboxOf(email)),
        ne(members.id, memberId),
        exists(welcomes),
      ),
    )
    .limit(1);
  return other !== undefined;
}
