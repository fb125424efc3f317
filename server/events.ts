import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';

export type EventFields = Readonly<Record<string, string | number | boolean | null>>;

/** Each event is a log line and a counter. Fields carry ids and amounts, never texts, e-mail addresses or tokens. */
export interface Events {
  record(name: EventName, fields?: EventFields): void;
}

export const eventNames = [
  'member.registered',
  // Somebody wanted to register with the address of an account.
  'member.registration-repeated',
  'member.verified',
  'member.logged-in',
  'member.login-refused',
  'member.logged-out',
  'member.password-changed',
  'member.reset-requested',
  'member.passkey-added',
  'member.passkey-renamed',
  'member.passkey-removed',
  'member.passkey-copied',
  'member.username-changed',
  'member.email-change-asked',
  'member.email-changed',
  'member.email-change-undone',
  'member.deletion-asked',
  'member.deletion-undone',
  'member.deleted',
  'member.blocked',
  'member.unblocked',
  'member.credited',
  'member.data-read',
  'favourite.added',
  'favourite.removed',
  'performer.logged-in',
  'performer.logged-out',
  'performer.key-rotated',
  'performer.key-revoked',
  'performer.removed',
  'performer.status-set',
  'performer.lost',
  'performer.snapshot-failed',
  'payment.opened',
  'payment.booked',
  'payment.failed',
  'payment.notification-refused',
  'payment.mismatch',
  'payment.reversed',
  'payment.withdrawn',
  'limit.set',
  'limit.cool-off',
  'payment.returned',
  'payment.refunded',
  'payment.refund-sent',
  'payment.refund-failed',
  'dial-in.opened',
  'dial-in.verified',
  'dial-in.code-refused',
  'dial-in.ended',
  'dial-in.settled',
  'dial-in.notice-refused',
  'tip.sent',
  'toy.on',
  'toy.off',
  'toy.returned',
  'chat.joined',
  'chat.left',
  // From a process that was gone.
  'chat.taken-over',
  'chat.minute-charged',
  'chat.minute-returned',
  'chat.message-sent',
  'chat.batch-failed',
  'chat.beats-failed',
  'chat.player-error',
  'message.sent',
  'message.returned',
  'photo.uploaded',
  // In a browser: taken by its push service, or of one that is no more.
  'notice.sent',
  'notice.gone',
  'conversation.state-set',
  'vip.requested',
  'vip.refused',
  'vip.started',
  // For a member who is away, and who came back.
  'vip.kept',
  'vip.continued',
  'vip.ended',
  'chat.camera-started',
  'chat.camera-stopped',
  'room.sanctioned',
  'room.sanction-lifted',
  'room.slow-mode-set',
  'room.words-set',
  'room.closed',
  'room.shut',
  'room.opened',
  'report.received',
  'report.decided',
  // More hashes of passwords were asked for than may wait.
  'password.queue-full',
  'socket.refused',
  'socket.flooded',
  'mail.sent',
  'mail.failed',
  'books.checked',
  'books.wrong',
] as const;
export type EventName = (typeof eventNames)[number];

/** Events that need a person: logged as errors. */
const alarms: ReadonlySet<EventName> = new Set([
  'books.wrong',
  'chat.batch-failed',
  'chat.beats-failed',
  'payment.mismatch',
  'payment.reversed',
  'payment.refund-failed',
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
