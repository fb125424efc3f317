import { auditRows } from '#server/audit/tables.ts';
import { readReceipts } from '#server/chat/receipt/receipt.ts';
import { roomModerators, sanctions } from '#server/chat/room/tables.ts';
import { camBacks, chatSessions } from '#server/chat/session/tables.ts';
import { roomTippers, tips } from '#server/chat/tipping/tables.ts';
import { toyRuns } from '#server/chat/toys/tables.ts';
import { chatUnits } from '#server/chat/units/tables.ts';
import { vipRequests } from '#server/chat/vip/tables.ts';
import { memberTable } from '#server/db/member-table.ts';
import { deskRequests } from '#server/desk/tables.ts';
import { browserSubscriptions, passkeys, sessions } from '#server/identity/tables.ts';
import { deletedName } from '#server/member/names/chat-name.ts';
import {
  emailChanges,
  favourites,
  followerNotices,
  liveNotices,
  liveQuestions,
  mailLinks,
  signUpNetworks,
} from '#server/member/tables.ts';
import { unreadNotices } from '#server/messaging/tables.ts';
import { withPerformers } from '#server/performers/performers-for.ts';
import { performerNotes } from '#server/performers/tables.ts';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { decisionAddressees } from '#server/safety/decisions/tables.ts';
import { reportCases, reports } from '#server/safety/reports/tables.ts';
import { coolOffRows, payments, spendingLimits } from '#server/wallet/tables.ts';
import {
  account,
  credits,
  messagesWithPhotos,
  moderation,
  returns,
  ringChecks,
  roomMessages,
} from './joined-data.ts';

const inRoom = ['performerId', 'sessionId as session'] as const;

const withoutName = (memberId: number) => ({ sender: deletedName(memberId) });

/** All data about a member, by feature: the content of a download and what a deletion erases. */
export const allPersonalData: readonly PersonalData[] = [
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
  // The public key and the account's handle are only useful to a server; the authenticator shows the id.
  memberTable(passkeys, {
    file: 'passkeys',
    columns: ['credentialId as id', 'name', 'createdAt', 'lastUsedAt'],
    order: 'createdAt',
    erase: 'delete',
  }),
  // The endpoint at the push service is secret; its host is enough.
  memberTable(browserSubscriptions, {
    file: 'notice-browsers',
    order: 'id',
    show: (_, rows) =>
      rows.map(({ endpoint, createdAt, renewedAt, messages }) => ({
        service: new URL(endpoint).host,
        since: createdAt,
        renewedAt,
        messages,
      })),
    erase: 'delete',
  }),
  // What performers wrote about the member for themselves.
  memberTable(performerNotes, {
    file: 'performer-notes',
    columns: ['performerId', 'text', 'savedAt'],
    order: 'savedAt',
    show: withPerformers,
    erase: 'delete',
  }),
  // Favourites the member was told of in the last days.
  memberTable(liveNotices, {
    file: 'live-notices',
    columns: ['performerId', 'toldAt as at'],
    order: 'toldAt',
    show: withPerformers,
    erase: 'delete',
  }),
  memberTable(followerNotices, {
    file: 'last-follower-notice',
    columns: ['toldAt as at'],
    order: 'toldAt',
    show: (_, [notice]) => notice ?? null,
    erase: 'delete',
  }),
  memberTable(liveQuestions, {
    file: 'live-question',
    columns: ['declinedAt'],
    order: 'declinedAt',
    show: (_, [answer]) => answer ?? null,
    erase: 'delete',
  }),
  // Purchases are part of the books and stay; the browser's fingerprint is erased.
  memberTable(payments, {
    file: 'purchases',
    columns: [
      'id',
      'createdAt as at',
      'credits',
      'cents',
      'currency',
      'method',
      'provider',
      'state as status',
      'failReason',
      'device',
      'fingerprint',
      'evidence as country',
      'vatCountry as taxedIn',
      'consentVersion as agreedTo',
      'consentedAt as agreedAt',
      'settledAt',
    ],
    order: 'createdAt',
    erase: () => ({ fingerprint: null }),
  }),
  returns,
  credits,
  memberTable(spendingLimits, {
    file: 'limits',
    columns: ['period', 'credits', 'nextCredits', 'nextFrom'],
    order: 'period',
    erase: 'delete',
  }),
  memberTable(coolOffRows, { file: 'breaks', columns: ['until'], order: 'until', erase: 'delete' }),
  // Chats and tips carry amounts and stay with the books, without the member's name.
  memberTable(chatSessions, {
    file: 'chats',
    order: 'joinedAt',
    async show(db, rows) {
      const receipts = await readReceipts({ db }, rows);
      return receipts.map((receipt, index) => ({ as: rows[index]?.sender, ...receipt }));
    },
    erase: withoutName,
  }),
  memberTable(chatUnits, {
    file: 'minutes',
    columns: [
      'performerId',
      'boughtIn as session',
      'mode',
      'boughtAt as at',
      'price',
      'unitMs',
      'deliveredMs',
      'returned',
      'reason',
    ],
    order: 'id',
    show: withPerformers,
    erase: 'keep',
  }),
  memberTable(tips, {
    file: 'tips',
    columns: [...inRoom, 'createdAt as at', 'amount', 'tipType as kind', 'item', 'message', 'isPublic'],
    order: 'id',
    show: withPerformers,
    erase: () => ({ message: '' }),
  }),
  memberTable(roomTippers, {
    file: 'top-tippers',
    columns: ['performerId', 'since', 'credits', 'tippedAt as last'],
    order: 'tippedAt',
    show: withPerformers,
    erase: 'delete',
  }),
  memberTable(vipRequests, {
    file: 'vip-requests',
    columns: [...inRoom, 'requestedAt as at', 'state', 'reason', 'answeredAt', 'endedAt'],
    order: 'requestedAt',
    show: withPerformers,
    erase: withoutName,
  }),
  memberTable(toyRuns, {
    file: 'toys',
    columns: [...inRoom, 'queuedAt as at', 'level', 'seconds', 'playedMs', 'returned'],
    order: 'id',
    show: withPerformers,
    erase: withoutName,
  }),
  memberTable(camBacks, {
    file: 'cameras',
    columns: [...inRoom, 'state', 'stoppedAt'],
    order: 'stoppedAt',
    show: withPerformers,
    erase: 'keep',
  }),
  roomMessages,
  moderation,
  memberTable(roomModerators, {
    file: 'moderator',
    columns: ['performerId', 'since', 'until', 'endedAt'],
    order: 'id',
    show: withPerformers,
    erase: 'delete',
  }),
  memberTable(sanctions, {
    file: 'chat-sanctions',
    columns: ['performerId', 'kind', 'reason', 'since', 'until', 'liftedAt'],
    order: 'id',
    show: withPerformers,
    erase: 'delete',
  }),
  memberTable(unreadNotices, {
    file: 'last-notice',
    columns: ['toldAt as at'],
    order: 'toldAt',
    show: (_, [notice]) => notice ?? null,
    erase: 'delete',
  }),
  messagesWithPhotos,
  memberTable(reports, {
    file: 'reports',
    columns: ['number', 'receivedAt as at', 'reason', 'details', 'place', 'email'],
    order: 'id',
    // The report stays for the operator, without its sender.
    erase: () => ({ memberId: null, email: null }),
  }),
  // Only a closed case about the member: an open one is not disclosed.
  memberTable(reportCases, {
    file: 'report-case',
    columns: ['openedAt', 'state', 'changedAt'],
    order: 'id',
    show: (_, rows) => rows.filter(({ state }) => state === 'closed'),
    erase: 'keep',
  }),
  // What was decided about the member, and about the member's reports; the decision keeps its appeals.
  memberTable(decisionAddressees, {
    file: 'statements',
    columns: ['decisionId as decision', 'reportId as report', 'appeal', 'appealedAt', 'answeredAt'],
    order: 'id',
    erase: () => ({ memberId: null }),
  }),
  ringChecks,
  // Kept like the log: what operators gave the member or gave back.
  memberTable(deskRequests, {
    file: 'desk-requests',
    columns: ['askedAt as at', 'act', 'value', 'state', 'doneAt'],
    order: 'id',
    erase: 'keep',
  }),
  // Rows identify members only by number and later prove the erasure, so they stay.
  memberTable(auditRows, {
    file: 'trail',
    columns: ['at', 'act', 'actor as by', 'subject'],
    order: 'id',
    erase: 'keep',
  }),
];
