import { insertStatement, type Runs } from '#server/db/statement.ts';
import type { AuditedAct } from '#server/events.ts';
import type { Caller } from '#server/identity/caller.ts';
import { auditRows } from './tables.ts';

export interface Act {
  readonly act: AuditedAct;
  /** The member the row belongs to; by default the calling member. */
  readonly memberId?: number;
  /** Key of the object of the act: `payment:…`. Never a text, an e-mail address or a secret. */
  readonly subject?: string;
  readonly at: Date;
}

const insertRow = insertStatement('audit-row', auditRows);

/** Writes the row of an act in the act's own transaction, so that neither exists without the other. */
export async function recordAct(tx: Runs, caller: Caller, act: Act): Promise<void> {
  await insertRow(tx, {
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
