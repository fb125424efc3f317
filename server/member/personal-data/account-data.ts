import { asc, eq } from 'drizzle-orm';
import { sessions } from '#server/identity/tables.ts';
import { performerNames } from '#server/performers/profile/reads.ts';
import type { Db } from '#server/ports/database.ts';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { members } from '../account/tables.ts';
import { emailChanges } from '../email/tables.ts';
import { favourites } from '../favourites/tables.ts';
import { mailLinks } from '../mail/tables.ts';

/** The account's own fields go with `eraseMember`. */
export const accountData: PersonalData = {
  tables: ['member', 'favourite', 'session', 'mail_link', 'email_change'],
  async read(db, memberId) {
    const [account] = await db
      .select({
        email: members.email,
        username: members.username,
        chatName: members.chatName,
        language: members.language,
        mailChoices: members.mailChoices,
        registeredFrom: members.meta,
        termsAcceptedAt: members.termsAcceptedAt,
        verifiedAt: members.verifiedAt,
        createdAt: members.createdAt,
      })
      .from(members)
      .where(eq(members.id, memberId));
    return {
      account,
      favourites: await readFavourites(db, memberId),
      logins: await db
        .select({
          at: sessions.createdAt,
          device: sessions.device,
          country: sessions.country,
          lastSeenAt: sessions.lastSeenAt,
          endedAt: sessions.endedAt,
        })
        .from(sessions)
        .where(eq(sessions.memberId, memberId))
        .orderBy(asc(sessions.createdAt)),
      'mailed-links': await db
        .select({
          kind: mailLinks.kind,
          email: mailLinks.email,
          expiresAt: mailLinks.expiresAt,
          usedAt: mailLinks.usedAt,
        })
        .from(mailLinks)
        .where(eq(mailLinks.memberId, memberId))
        .orderBy(asc(mailLinks.expiresAt)),
      'email-changes': await db
        .select({
          from: emailChanges.oldEmail,
          to: emailChanges.newEmail,
          askedAt: emailChanges.askedAt,
          confirmedAt: emailChanges.confirmedAt,
          closedAt: emailChanges.closedAt,
        })
        .from(emailChanges)
        .where(eq(emailChanges.memberId, memberId))
        .orderBy(asc(emailChanges.id)),
    };
  },
  async erase(tx, memberId) {
    await tx.delete(favourites).where(eq(favourites.memberId, memberId));
    await tx.delete(emailChanges).where(eq(emailChanges.memberId, memberId));
    await tx.update(sessions).set({ device: null, country: null }).where(eq(sessions.memberId, memberId));
    await tx.delete(mailLinks).where(eq(mailLinks.memberId, memberId));
  },
};

async function readFavourites(db: Db, memberId: number) {
  const rows = await db
    .select({ performerId: favourites.performerId, since: favourites.createdAt })
    .from(favourites)
    .where(eq(favourites.memberId, memberId))
    .orderBy(asc(favourites.createdAt));
  const names = await performerNames(
    { db },
    rows.map((row) => row.performerId),
  );
  return rows.map(({ performerId, since }) => ({ performer: names.get(performerId) ?? null, since }));
}
