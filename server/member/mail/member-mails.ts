import { and, desc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { MAILS_KEPT_DAYS, type readDeskMember } from '#contract/desk/people/member-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { waitingMails } from '#server/outbox/reads.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Mail } from '#server/ports/gateways.ts';
import { emailChanges, memberMails, members } from '../tables.ts';

type Shown = OutputOf<typeof readDeskMember>['mails'];
type Reading = Pick<Deps, 'now'> & { readonly db: Pick<Db, 'select' | 'selectDistinct'> };

const isPending = (now: Date) =>
  and(isNull(emailChanges.confirmedAt), isNull(emailChanges.closedAt), gt(emailChanges.expiresAt, now));

/** Ids of the members with an address, also of one who wants to change to it. */
export async function membersAt({ db, now }: Reading, email: string): Promise<number[]> {
  const found = await db
    .selectDistinct({ id: members.id })
    .from(members)
    .leftJoin(emailChanges, eq(emailChanges.memberId, members.id))
    .where(
      or(eq(members.emailFolded, foldEmail(email)), and(eq(emailChanges.newEmail, email), isPending(now()))),
    );
  return found.map(({ id }) => id);
}

/** Stores what became of a mail, for the members with its address. */
export async function noteMail(
  deps: Pick<Deps, 'db' | 'now'>,
  mail: Mail,
  state: Shown[number]['state'],
): Promise<void> {
  const ids = await membersAt(deps, mail.to);
  if (ids.length === 0) return;
  const { id: mailId, subject } = mail;
  const at = deps.now();
  await deps.db
    .insert(memberMails)
    .values(ids.map((memberId) => ({ mailId, memberId, subject, state, at })))
    .onConflictDoUpdate({ target: [memberMails.mailId, memberMails.memberId], set: { state, at } });
}

/** Stores a mail that is queued in the same transaction; false if a mail of this id was stored for the member. */
export async function noteWaiting(
  tx: Pick<Tx, 'insert'>,
  { memberId, mail, at }: { memberId: number; mail: Mail; at: Date },
): Promise<boolean> {
  const stored = await tx
    .insert(memberMails)
    .values({ mailId: mail.id, memberId, subject: mail.subject, state: 'waiting', at })
    .onConflictDoNothing()
    .returning({ mailId: memberMails.mailId });
  return stored.length > 0;
}

/** The last mails to a member, newest first. */
export async function mailsOf(
  { db, now }: Reading,
  { id, email }: Pick<typeof members.$inferSelect, 'id' | 'email'>,
): Promise<Shown> {
  const wanted = await db
    .select({ email: emailChanges.newEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.memberId, id), isPending(now())));
  const waiting = await waitingMails(
    { db },
    [email, ...wanted.map((change) => change.email)].filter((address) => address !== ''),
  );
  const open = new Set(waiting.map(({ mail }) => mail));
  const stored = await db
    .select()
    .from(memberMails)
    .where(and(eq(memberMails.memberId, id), gt(memberMails.at, expiryAt(now()))))
    .orderBy(desc(memberMails.at));
  return [
    ...waiting.map(({ mail, subject, at }) => ({
      mail,
      subject,
      state: 'waiting' as const,
      at: at.toISOString(),
    })),
    ...stored.flatMap(({ mailId: mail, subject, state, at }) =>
      open.has(mail) ? [] : [{ mail, subject, state, at: at.toISOString() }],
    ),
  ];
}

const expiryAt = (now: Date): Date => new Date(now.getTime() - MAILS_KEPT_DAYS * 24 * 3_600_000);

/** Deletes what is older than `MAILS_KEPT_DAYS`. */
export async function sweepMails({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(memberMails).where(lte(memberMails.at, expiryAt(now())));
}
