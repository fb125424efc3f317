import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { trailActs } from '#contract/member/settings/security-calls.ts';

export type EventFields = Readonly<Record<string, string | number | boolean | null>>;

/** Each event is a log line and a counter. Fields contain ids and amounts, never texts, e-mail addresses or tokens. */
export interface Events {
  record(name: EventName, fields?: EventFields): void;
}

/** Events that also write a row to the audit trail. */
export const auditedActs = [
  ...trailActs,
  'member.deleted',
  'member.answered',
  'member.blocked',
  'member.unblocked',
  'member.noted',
  'member.credited',
  'performer.added',
  'performer.profile-changed',
  'performer.schedule-changed',
  'performer.followers-messaged',
  'performer.follower-message-withdrawn',
  'performer.away-set',
  'performer.link-sent',
  'performer.logged-in',
  'performer.password-changed',
  'performer.logged-out',
  'performer.key-rotated',
  'performer.key-revoked',
  'performer.removed',
  'performer.identity-recorded',
  'performer.identity-opened',
  'identity.copy-added',
  'identity.copy-opened',
  'identity.expiry-set',
  'identity.person-recorded',
  'identity.person-approved',
  'identity.person-opened',
  'identity.people-shown-set',
  'identity.in-picture-set',
  'identity.reminded',
  'identity.erased',
  'performer.approved',
  'performer.suspended',
  'performer.suspension-lifted',
  'performer.places-set',
  'performer.prices-set',
  'performer.seller-saved',
  'performer.consent-recorded',
  'application.received',
  'application.accepted',
  'application.declined',
  'performer.passkey-added',
  'performer.passkey-renamed',
  'performer.passkey-removed',
  'performer.passkey-copied',
  'performer.authenticator-set',
  'performer.authenticator-removed',
  'performer.recovery-codes-made',
  'performer.recovery-code-used',
  'performer.login-undone',
  'album.added',
  'album.changed',
  'album.removed',
  'picture.added',
  'picture.changed',
  'picture.removed',
  'picture.accepted',
  'picture.refused',
  'payment.opened',
  'payment.booked',
  'payment.failed',
  'payment.mismatch',
  'payment.reversed',
  'payment.withdrawn',
  'limit.set',
  'limit.cool-off',
  'payment.returned',
  'payment.refunded',
  'dispute.moved',
  'dial-in.verified',
  'dial-in.settled',
  'tip.sent',
  'toy.on',
  'toy.off',
  'room.sanctioned',
  'room.sanction-lifted',
  'room.moderator-appointed',
  'room.moderator-renewed',
  'room.moderator-ended',
  'room.slow-mode-set',
  'room.message-delay-set',
  'room.message-removed',
  'room.words-set',
  'room.tip-menu-set',
  'room.goals-set',
  'room.closed',
  'report.received',
  'report.decided',
  'request.asked',
  'request.approved',
  'request.refused',
  // By the owner who asked; with `-alone` there was no other owner to tell.
  'request.overridden',
  'request.overridden-alone',
  'decision.explained',
  'decision.upheld',
  'decision.overruled',
  'decision.withdrawn',
  // Orders of authorities.
  'order.recorded',
  'order.confirmed',
  'order.closed',
  'payout.paid',
  'payout.returned',
  'affiliate.added',
  'affiliate.terms-accepted',
  'file.exported',
  'handover.written',
  'outbox.retried',
  'secret.resealed',
  'report.assigned',
  'stream.opened',
  'show.opened',
  'stream.cut',
  'stream.allowed',
  'viewer.cut',
  'report.handed-back',
  'report.police-noted',
  'report.appealed',
  'operator.added',
  'operator.link-sent',
  'operator.activated',
  'operator.logged-in',
  'operator.logged-out',
  'operator.role-set',
  'operator.sessions-ended',
  'operator.passkey-added',
  'operator.passkey-renamed',
  'operator.passkey-removed',
  'operator.passkey-copied',
  'operator.disabled',
  'operator.login-refused',
  // The token of a session arrived without the secret of its browser.
  'operator.session-moved',
  // What operators saw: contract/desk and server/calls/looks.ts.
  'eye.searched',
  'eye.members-found',
  'eye.member-opened',
  'eye.movements-opened',
  'eye.performers-found',
  'eye.performer-opened',
  'eye.performer-payouts-opened',
  'eye.applicants-listed',
  'eye.cases-listed',
  'eye.decisions-listed',
  'eye.case-opened',
  'eye.payouts-listed',
  'eye.sellers-listed',
  'eye.requests-listed',
  'eye.payments-listed',
  'eye.disputes-listed',
  'eye.spenders-listed',
  'eye.earnings-listed',
  'eye.identities-listed',
  'eye.depictions-listed',
  'eye.orders-listed',
] as const;
export type AuditedAct = (typeof auditedActs)[number];

export type EventName =
  | AuditedAct
  // The end of the chained audit trail, each hour.
  | 'audit.head'
  | 'room.shut'
  | 'favourite.added'
  | 'favourite.removed'
  | 'performer.login-refused'
  | 'performer.factor-proved'
  | 'performer.factor-refused'
  | 'operator.confirmed'
  | 'operator.confirm-refused'
  | 'performer.status-set'
  | 'performer.lost'
  | 'performer.picture-lost'
  | 'performer.picture-back'
  | 'performer.note-saved'
  | 'performer.frozen'
  | 'performer.snapshot-failed'
  // Sealed with another SECRET: her real name is not hidden.
  | 'performer.names-unreadable'
  | 'payment.notification-refused'
  | 'payment.refund-sent'
  | 'payment.refund-failed'
  | 'dial-in.opened'
  | 'dial-in.code-refused'
  | 'dial-in.ended'
  | 'dial-in.notice-refused'
  | 'toy.returned'
  | 'chat.joined'
  | 'chat.left'
  // Taken over from a dead process.
  | 'chat.taken-over'
  | 'chat.minute-charged'
  | 'chat.minute-returned'
  | 'chat.message-sent'
  | 'chat.batch-failed'
  | 'chat.beats-failed'
  | 'chat.top-untold'
  | 'studio.untold'
  | 'chat.player-error'
  | 'message.sent'
  | 'message.returned'
  | 'photo.uploaded'
  // To a browser: accepted by its push service, or the subscription is gone.
  | 'notice.sent'
  | 'notice.gone'
  | 'conversation.state-set'
  | 'vip.requested'
  | 'vip.refused'
  | 'vip.started'
  // A show kept for a member who is away, or resumed.
  | 'vip.kept'
  | 'vip.continued'
  | 'vip.ended'
  | 'chat.camera-started'
  | 'chat.camera-stopped'
  // The queue for password hashes is full.
  | 'password.queue-full'
  | 'socket.refused'
  | 'socket.flooded'
  | 'mail.sent'
  | 'mail.failed'
  // The host's clock was set, or the host was suspended; then the product's clock was set forward to it.
  | 'clock.jumped'
  | 'clock.followed'
  // An optional mail to an address that is refused for good, or to a member who does not want it any more.
  | 'mail.skipped'
  // New accounts of one network or mailbox spent free credits at one performer.
  | 'ring.found'
  // The complaint of a depicted person waits for more than seven working days; every hour.
  | 'report.overdue'
  // The gateway takes an answer to a chargeback for less than two days; every hour.
  | 'dispute.due'
  // The reporter sent too many unfounded reports, and has to wait.
  | 'report.slowed'
  | 'books.checked'
  | 'books.wrong';

/** Events that need an operator: logged as errors. */
const alarms: ReadonlySet<EventName> = new Set([
  'report.overdue',
  'dispute.due',
  'clock.jumped',
  'books.wrong',
  'chat.batch-failed',
  'chat.beats-failed',
  'chat.top-untold',
  'studio.untold',
  'payment.mismatch',
  'payment.reversed',
  'payment.refund-failed',
  'operator.session-moved',
  'request.overridden',
  'request.overridden-alone',
  'performer.names-unreadable',
]);

export function createEvents(log: Logger, registry: Registry): Events {
  const counter = new Counter({
    name: 'vonk_events_total',
    help: 'Business events by name',
    labelNames: ['name'],
    registers: [registry],
  });
  return {
    record(name, fields = {}) {
      counter.inc({ name });
      if (alarms.has(name)) log.error(fields, name);
      else log.info(fields, name);
    },
  };
}

export const noEvents: Events = { record() {} };
