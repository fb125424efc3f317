import { eq } from 'drizzle-orm';
import { memberTable } from '#server/db/member-table.ts';
import { sessions } from '#server/identity/tables.ts';
import { withPerformers } from '#server/performers/performers-for.ts';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { favourites } from '../favourites/tables.ts';
import { mailLinks } from '../mail/tables.ts';
import { emailChanges, members, signUpNetworks } from '../tables.ts';

/** `eraseMember` erases the account's own fields. */
const account: PersonalData = {
  tables: ['member'],
  async read(db, memberId) {
    const [row] = await db
      .select({
        email: members.email,
        username: members.username,
        chatName: members.chatName,
        language: members.language,
        mailChoices: members.mailChoices,
        inTopTippers: members.inTopTippers,
        registeredFrom: members.meta,
        termsAcceptedAt: members.termsAcceptedAt,
        verifiedAt: members.verifiedAt,
        createdAt: members.createdAt,
      })
      .from(members)
      .where(eq(members.id, memberId));
    return { account: row };
  },
  async erase() {},
};

export const accountData: readonly PersonalData[] = [
  account,
  memberTable(favourites, {
    file: 'favourites',
    columns: ['performerId', 'createdAt as since', 'liveMail as toldByMail', 'liveBrowser as toldInBrowsers'],
    order: 'createdAt',
    show: withPerformers,
    erase: 'delete',
  }),
  memberTable(sessions, {
    file: 'logins',
    columns: ['createdAt as at', 'device', 'country', 'lastSeenAt', 'endedAt'],
    order: 'createdAt',
    erase: () => ({ device: null, country: null }),
  }),
  memberTable(mailLinks, {
    file: 'mailed-links',
    columns: ['kind', 'email', 'expiresAt', 'usedAt'],
    order: 'expiresAt',
    erase: 'delete',
  }),
  memberTable(emailChanges, {
    file: 'email-changes',
    columns: ['oldEmail as from', 'newEmail as to', 'askedAt', 'confirmedAt', 'closedAt'],
    order: 'id',
    erase: 'delete',
  }),
  memberTable(signUpNetworks, {
    file: 'sign-up-network',
    columns: ['networkHash as hash', 'seenAt as at'],
    order: 'seenAt',
    erase: 'delete',
  }),
];
