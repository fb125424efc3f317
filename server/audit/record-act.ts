import type { EventName } from '#server/events.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Db } from '#server/ports/database.ts';
import { auditRows } from './tables.ts';

/** Acts that leave a row; each is the event of the same name. */
export const auditedActs = [
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
  'performer.logged-in',
  'performer.logged-out',
  'performer.key-rotated',
  'performer.key-revoked',
  'performer.removed',
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
  'dial-in.verified',
  'dial-in.settled',
  'tip.sent',
  'toy.on',
  'toy.off',
  'room.sanctioned',
  'room.sanction-lifted',
  'room.slow-mode-set',
  'room.words-set',
  'room.closed',
  'room.shut',
  'room.opened',
  'report.received',
  'report.decided',
] as const satisfies readonly EventName[];
export type AuditedAct = (typeof auditedActs)[number];

export interface Act {
  readonly act: AuditedAct;
  /** Whose trail the row belongs to; the calling member when left out. */
  readonly memberId?: number;
  /** What it was done to, as a key: `payment:…`. Never a text, an e-mail address or a secret. */
  readonly subject?: string;
  readonly at: Date;
}

/** Writes the row of an act with the act's own transaction, so that neither exists without the other. */
export async function recordAct(tx: Pick<Db, 'insert'>, caller: Caller, act: Act): Promise<void> {
  await tx.insert(auditRows).values({
    act: act.act,
    actor: actorOf(caller),
    memberId: act.memberId ?? (caller.kind === 'member' ? caller.memberId : null),
    subject: act.subject ?? null,
    requestId: caller.request.id,
    reason: caller.kind === 'operator' ? caller.reason : null,
    at: act.at,
  });
}

function actorOf(caller: Caller): string {
  switch (caller.kind) {
    case 'member':
      return `member:${caller.memberId}`;
    case 'performer':
      return `performer:${caller.performerId}`;
    case 'operator':
      return `operator:${caller.name}`;
    case 'guest':
    case 'dial-in-guest':
    case 'system':
      return caller.kind;
  }
}
