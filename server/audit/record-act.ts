import { z } from 'zod';
import {
  actDetails,
  type DetailedAct,
  type Details,
  type DetailsOf,
  detailFields,
} from '#contract/desk/value/act-details.ts';
import { insertStatement, type Runs } from '#server/db/statement.ts';
import type { AuditedAct } from '#server/events.ts';
import type { Caller } from '#server/identity/caller.ts';
import { deviceOf, wideNetworkOf } from '#server/identity/client.ts';
import { auditRows } from './tables.ts';

interface Named<Name extends AuditedAct> {
  readonly act: Name;
  /** The member the row belongs to; by default the calling member. */
  readonly memberId?: number;
  /** Key of the object of the act: `payment:…`. Never a text, an e-mail address or a secret. */
  readonly subject?: string;
  readonly at: Date;
}

type WithDetails<Name extends AuditedAct> = Name extends DetailedAct
  ? { readonly details: DetailsOf<Name> }
  : { readonly details?: undefined };

export type Act<Name extends AuditedAct = AuditedAct> = Named<Name> & WithDetails<Name>;

const insertRow = insertStatement('audit-row', auditRows);

/** Writes the row of an act in the act's own transaction, so that neither exists without the other. */
export async function recordAct<Name extends AuditedAct>(
  tx: Runs,
  caller: Caller,
  act: Act<Name>,
): Promise<void> {
  await insertRow(tx, {
    act: act.act,
    actor: actorOf(caller),
    memberId: act.memberId ?? (caller.kind === 'member' ? caller.memberId : null),
    subject: act.subject ?? null,
    requestId: caller.request.id,
    reason: caller.kind === 'operator' ? caller.reason : null,
    details: detailsOf(act.act, act.details),
    ...placeOf(caller, act.act),
    at: act.at,
  });
}

/** Only the fields of the act. Throws for one that is missing or has another type. */
function detailsOf(act: AuditedAct, details: unknown): Details | null {
  const names = new Map<string, readonly (keyof typeof detailFields)[]>(Object.entries(actDetails)).get(act);
  if (!names) return null;
  const fields = Object.fromEntries(names.map((name) => [name, detailFields[name]]));
  return z.object(fields).parse(details);
}

/** Of operators, whose acts are looked into, and of those who try to become one. */
function placeOf(caller: Caller, act: AuditedAct): { network: string | null; browser: string | null } {
  const isAtDesk = caller.kind === 'operator' ? caller.login !== null : act.startsWith('operator.');
  if (!isAtDesk || caller.kind === 'system') return { network: null, browser: null };
  const { clientIp, userAgent } = caller.request;
  return { network: wideNetworkOf(clientIp), browser: deviceOf(userAgent) };
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
