import { sealActs } from '#server/audit/chain.ts';
import { writeHead } from '#server/audit/heads.ts';
import { createClockSweep } from '#server/chat/clock-sweep.ts';
import { sweepCalls } from '#server/chat/dial-in/settle-call.ts';
import { sweepModerators } from '#server/chat/room/moderators/appoint-moderator.ts';
import { showWaiting } from '#server/chat/room/waiting.ts';
import { createReceptionSweep } from '#server/chat/session/reception.ts';
import { createChatSweep } from '#server/chat/session/sweep-chats.ts';
import { takeOverChats } from '#server/chat/session/take-over-chats.ts';
import { returnRuns } from '#server/chat/toys/return-runs.ts';
import { sweepToys } from '#server/chat/toys/sweep-toys.ts';
import { settleRests } from '#server/chat/units/settle-unit.ts';
import { sweepVip } from '#server/chat/vip/sweep-vip.ts';
import { nodeLease, takeLease } from '#server/db/lease.ts';
import { sweepWallPictures } from '#server/desk/live/wall-pictures.ts';
import { sweepUnseen } from '#server/desk/live/watch-stream.ts';
import { sendDigest } from '#server/desk/log/digest.ts';
import { remindOfDocuments } from '#server/desk/performers/remind.ts';
import { tellOverdue } from '#server/desk/reports/overdue.ts';
import { sweepRings } from '#server/desk/rings/rings.ts';
import { sweepBrowsers } from '#server/identity/browsers/browsers.ts';
import { checkBooks } from '#server/ledger/check-books.ts';
import { sumUp } from '#server/ledger/transfer.ts';
import { sweepPictures } from '#server/media/uploads/sweep-pictures.ts';
import { sweepErasures } from '#server/member/deletion/sweep-erasures.ts';
import { sweepMails } from '#server/member/mail/member-mails.ts';
import { sweepRefusals } from '#server/member/mail/refused-addresses.ts';
import { sweepLiveNotices } from '#server/member/notices/queue-live-notice.ts';
import { sweepChallenges } from '#server/member/passkeys/challenges.ts';
import { tellUnread } from '#server/messaging/notices/tell-unread.ts';
import { sweepPhotos } from '#server/messaging/photos/photo-files.ts';
import { removeOldMessages } from '#server/messaging/remove-old-messages.ts';
import { removeEvidence } from '#server/messaging/reports/report-conversation.ts';
import { returnUnanswered } from '#server/messaging/returns/return-unanswered.ts';
import { keepLiveHour } from '#server/performers/live-hours/live-hours.ts';
import { keepPromotions } from '#server/performers/promotions/promotion-days.ts';
import { eraseOldRecords } from '#server/performers/records/keep-records.ts';
import type { Deps } from '#server/ports/deps.ts';
import { recheckSessions } from '#server/realtime/socket-logins.ts';
import { removeOldPictures } from '#server/safety/reports/keep-picture.ts';
import { forgetNetworks } from '#server/safety/reports/misuse.ts';
import { createBroadcastSweep } from '#server/studio/broadcast.ts';
import { askSellers } from '#server/studio/earnings/ask-sellers.ts';
import { sweepShutRooms } from '#server/studio/room.ts';
import { createSnapshotSweep, sweepSnapshots } from '#server/studio/snapshots.ts';
import { cutRevoked } from '#server/studio/whip-key/cut-revoked.ts';
import { foldOldVisits, writeVisits } from '#server/tracking/write-visits.ts';
import { walletChecks } from '#server/wallet/check-wallet.ts';
import { sweepPayments } from '#server/wallet/purchase/sweep-payments.ts';
import { tellDisputes } from '#server/wallet/returns/disputes.ts';
import type { Opened } from './open-deps.ts';
import type { Sweep } from './run-sweeps.ts';

const SECOND = 1000;

export function schedule(
  deps: Deps,
  { clock, sockets, upkeep }: Pick<Opened, 'clock' | 'sockets' | 'upkeep'>,
): Sweep[] {
  return [
    // On every node: each has its host's clock.
    { name: 'clock', every: SECOND, once: false, work: createClockSweep(deps, clock) },
    { name: 'chats', every: SECOND, once: false, work: createChatSweep(deps) },
    // On every node, unless all share a media server.
    { name: 'reception', every: 250, once: deps.media.shared, work: createReceptionSweep(deps) },
    { name: 'node', every: SECOND, once: false, work: () => keepNode(deps) },
    { name: 'vip', every: SECOND, once: true, work: () => sweepVip(deps) },
    { name: 'minutes', every: 5 * SECOND, once: true, work: () => settleRests(deps) },
    // Runs whose process died before it returned their credits.
    { name: 'toy-returns', every: 5 * SECOND, once: true, work: () => returnRuns(deps) },
    { name: 'toys', every: 250, once: true, work: () => sweepToys(deps) },
    { name: 'shut-rooms', every: 2 * SECOND, once: true, work: () => sweepShutRooms(deps) },
    // On every node: a message must not wait for a dead one.
    { name: 'waiting-messages', every: 250, once: false, work: () => showWaiting(deps) },
    { name: 'moderators', every: 30 * SECOND, once: true, work: () => sweepModerators(deps) },
    // On every node: each has its own rooms.
    { name: 'revoked-keys', every: 2 * SECOND, once: false, work: () => cutRevoked(deps) },
    { name: 'broadcasts', every: SECOND, once: true, work: createBroadcastSweep(deps) },
    // On every node: each has its own sockets and rooms.
    { name: 'sessions', every: 2 * SECOND, once: false, work: () => recheckSessions(deps, sockets) },
    // On every node, unless all share a media server.
    { name: 'snapshots', every: 5 * SECOND, once: deps.media.shared, work: createSnapshotSweep(deps) },
    { name: 'old-snapshots', every: 60 * SECOND, once: false, work: () => sweepSnapshots(deps) },
    { name: 'payments', every: 15 * SECOND, once: true, work: () => sweepPayments(deps) },
    { name: 'visits', every: SECOND, once: false, work: () => writeVisits(deps) },
    { name: 'live-hours', every: 60 * SECOND, once: true, work: () => keepLiveHour(deps) },
    { name: 'old-visits', every: 3600 * SECOND, once: true, work: () => foldOldVisits(deps) },
    { name: 'calls', every: 2 * SECOND, once: true, work: () => sweepCalls(deps) },
    { name: 'sums', every: SECOND, once: true, work: () => sumUp(deps) },
    { name: 'unanswered-messages', every: 60 * SECOND, once: true, work: () => returnUnanswered(deps) },
    { name: 'old-messages', every: 3600 * SECOND, once: true, work: () => removeOldMessages(deps) },
    { name: 'photos', every: 900 * SECOND, once: true, work: () => sweepPhotos(deps) },
    // On every node: each has its own copies.
    { name: 'pictures', every: 900 * SECOND, once: false, work: () => sweepPictures(deps) },
    { name: 'unread-notices', every: 30 * SECOND, once: true, work: () => tellUnread(deps) },
    { name: 'browser-subscriptions', every: 3600 * SECOND, once: true, work: () => sweepBrowsers(deps) },
    { name: 'live-notices', every: 3600 * SECOND, once: true, work: () => sweepLiveNotices(deps) },
    { name: 'report-networks', every: 3600 * SECOND, once: true, work: () => forgetNetworks(deps) },
    { name: 'report-pictures', every: 3600 * SECOND, once: true, work: () => removeOldPictures(deps) },
    { name: 'overdue-reports', every: 3600 * SECOND, once: true, work: () => tellOverdue(deps) },
    { name: 'due-disputes', every: 3600 * SECOND, once: true, work: () => tellDisputes(deps) },
    { name: 'report-messages', every: 3600 * SECOND, once: true, work: () => removeEvidence(deps) },
    { name: 'erasures', every: 60 * SECOND, once: true, work: () => sweepErasures(deps) },
    { name: 'refused-addresses', every: 3600 * SECOND, once: true, work: () => sweepRefusals(deps) },
    { name: 'member-mails', every: 3600 * SECOND, once: true, work: () => sweepMails(deps) },
    { name: 'promotions', every: 60 * SECOND, once: true, work: () => keepPromotions(deps) },
    { name: 'rings', every: 300 * SECOND, once: true, work: () => sweepRings(deps) },
    { name: 'passkey-challenges', every: 60 * SECOND, once: true, work: () => sweepChallenges(deps) },
    { name: 'audit-seals', every: 5 * SECOND, once: true, work: () => sealActs(deps) },
    { name: 'audit-head', every: 60 * SECOND, once: true, work: () => writeHead(deps) },
    { name: 'seller-details', every: 3600 * SECOND, once: true, work: () => askSellers(deps) },
    { name: 'old-records', every: 6 * 3600 * SECOND, once: true, work: () => eraseOldRecords(deps) },
    { name: 'books', every: 60 * SECOND, once: true, work: () => checkBooks(deps, walletChecks) },
    ...(deps.brand.hasFeature('desk') ? ofTheDesk(deps) : []),
    // Only for the embedded database, which has one process.
    ...(upkeep ? [{ name: 'database', every: 60 * SECOND, once: false, work: upkeep }] : []),
  ];
}

/** On every node, unless all share a media server: each has its own viewers and pictures. */
const ofTheDesk = (deps: Deps): Sweep[] => [
  { name: 'unseen-viewers', every: SECOND, once: deps.media.shared, work: () => sweepUnseen(deps) },
  { name: 'document-reminders', every: 3600 * SECOND, once: true, work: () => remindOfDocuments(deps) },
  { name: 'desk-digest', every: 60 * SECOND, once: true, work: () => sendDigest(deps) },
  { name: 'wall-pictures', every: SECOND, once: deps.media.shared, work: () => sweepWallPictures(deps) },
];

/**
 * In this order: a process that was stalled long enough to count as gone takes over nothing before its lease is back.
 */
async function keepNode(deps: Deps): Promise<void> {
  await takeLease(deps.db, nodeLease(deps.node));
  await takeOverChats(deps);
}
