import { and, asc, eq, gte, inArray } from 'drizzle-orm';
import { isRoleAmong, type OperatorRole } from '#contract/desk/roles.ts';
import { actsOfValue, type ValueAct, valueActs } from '#contract/desk/value/acts-of-value.ts';
import {
  type approveRequest as approveRequestCall,
  type DeskRequest,
  type listRequests as listRequestsCall,
  maySeeRequest,
  REQUEST_DAYS,
  type refuseRequest as refuseRequestCall,
} from '#contract/desk/value/request-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { routes } from '#contract/site/routes.ts';
import type { AuditedAct } from '#server/events.ts';
import { type Caller, type OperatorCaller, requireOperator } from '#server/identity/caller.ts';
import { allOperators } from '#server/identity/operators/reads.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { deskRequests } from '../tables.ts';
import { approval, goodwill, payout, payoutReturn, record, refund } from './acts.ts';
import { exportAction } from './export-file.ts';
import { enterGuard, nameOf, type RequestRow, storeDone, type ValueAction, type ValueDeps } from './guard.ts';
import { requestMachine } from './transitions.ts';

const DAY_MS = 24 * 3_600_000;

type Waiting = Pick<Deps, 'now'> & { readonly db: Pick<Db, 'select'> };

export async function listRequests(
  deps: Waiting,
  caller: Caller,
): Promise<OutputOf<typeof listRequestsCall>> {
  const { role } = requireOperator(caller);
  return { result: (await waitingRequests(deps)).filter(({ act }) => maySeeRequest(role, act)) };
}

/** Oldest first; `of`: only those about a member, or those that a role may see. */
export const waitingRequestRows = (
  { db, now }: Waiting,
  of: { memberId?: number | undefined; role?: OperatorRole } = {},
) =>
  db
    .select()
    .from(deskRequests)
    .where(
      and(
        eq(deskRequests.state, 'waiting'),
        gte(deskRequests.askedAt, new Date(now().getTime() - REQUEST_DAYS * DAY_MS)),
        of.memberId === undefined ? undefined : eq(deskRequests.memberId, of.memberId),
        of.role && inArray(deskRequests.act, actsSeenBy(of.role)),
      ),
    )
    .orderBy(asc(deskRequests.id));

const actsSeenBy = (role: OperatorRole) => valueActs.filter((act) => maySeeRequest(role, act));

/** Oldest first; with a member only those about the member. */
export async function waitingRequests(deps: Waiting, memberId?: number): Promise<DeskRequest[]> {
  const rows = await waitingRequestRows(deps, { memberId });
  return rows.map(({ id, act, value, subject, memberId: member, askedBy, reason, askedAt }) => ({
    request: id,
    act,
    value,
    unit: actsOfValue[act].unit,
    subject,
    memberId: member,
    askedBy,
    reason,
    askedAt: askedAt.toISOString(),
  }));
}

interface Approvable {
  /** Whose earlier work the act judges. */
  weigh(deps: ValueDeps): Promise<string | undefined>;
  run(deps: ValueDeps, by: OperatorCaller): Promise<unknown>;
  readonly isReading: boolean;
}

const approvable =
  <Payload extends object, Result>(action: ValueAction<Payload, Result>) =>
  (row: RequestRow): Approvable => {
    const payload = action.payload.parse(row.payload);
    return {
      weigh: async (deps) => (await action.weigh(deps, payload)).preparedBy,
      async run(deps, by) {
        const result = await action.run(deps, by, payload);
        return action.answer && result;
      },
      isReading: action.isReading,
    };
  };

const approvables: Readonly<Record<ValueAct, (row: RequestRow) => Approvable>> = {
  goodwill: approvable(goodwill),
  refund: approvable(refund),
  payout: approvable(payout),
  'payout-return': approvable(payoutReturn),
  approval: approvable(approval),
  record: approvable(record),
  export: approvable(exportAction),
};

/**
 * Carries out another operator's request, or lets that operator read what was asked for. Throws `badRequest.forbidden` for
 * the one who asked or prepared it and for other roles, `badRequest.notFound` if it is closed, and what the act throws.
 */
export async function approveRequest(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  caller: Caller,
  { request, override }: Pick<ParsedInput<typeof approveRequestCall>, 'request' | 'override'>,
): Promise<OutputOf<typeof approveRequestCall>> {
  await deps.db.transaction(async (tx) => {
    const inside = { ...deps, db: tx };
    const by = await enterGuard(inside, caller);
    const row = await holdWaiting(tx, request);
    const action = approvables[row.act](row);
    const isOwn = [row.askedBy, await action.weigh(inside)].includes(nameOf(by));
    const isSecond = !isOwn && isRoleAmong(by.role, actsOfValue[row.act].seconds);
    const isOverride = !isSecond && override && by.role === 'owner' && row.askedBy === nameOf(by);
    if (!isSecond && !isOverride) throw new AppError('badRequest.forbidden');
    const decision = { decidedBy: nameOf(by), decidedAt: deps.now(), overridden: isOverride };
    await requestMachine.move({}, tx, {
      where: eq(deskRequests.id, row.id),
      to: 'approved',
      set: decision,
      why: { by, act: isOverride ? await tellOwners(inside, by, row) : 'request.approved', at: deps.now() },
    });
    if (action.isReading) return;
    const answer = await action.run(inside, { ...by, reason: bothReasons(by, row) });
    await storeDone(inside, by, { row, answer });
  });
  return true;
}

/** The row of the act names both operators. */
const bothReasons = (by: OperatorCaller, { askedBy, reason }: RequestRow): string =>
  `${by.reason ?? ''} (asked by ${askedBy}: ${reason})`;

/** Mails the other owners at once. Returns what the log says: whether there were any. */
async function tellOwners(deps: ValueDeps, by: OperatorCaller, row: RequestRow): Promise<AuditedAct> {
  const owners = (await allOperators(deps.db)).filter(
    ({ name, role, disabledAt }) => role === 'owner' && disabledAt === null && name !== nameOf(by),
  );
  for (const { email, language } of owners) {
    const head = { to: email, lang: language, affiliate: noAffiliate, path: routes.deskLog };
    const values = {
      name: nameOf(by),
      request: String(row.id),
      subject: row.subject,
      reason: by.reason ?? '',
    };
    const mail = writeMail(deps, 'deskOverride', head, values);
    await addWork(deps.db, mailWork, { payload: mail, runAt: deps.now() });
  }
  return owners.length > 0 ? 'request.overridden' : 'request.overridden-alone';
}

/** Closes a request without carrying it out. Throws `badRequest.notFound`, also for a closed one. */
export async function refuseRequest(
  deps: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { request }: Pick<ParsedInput<typeof refuseRequestCall>, 'request'>,
): Promise<OutputOf<typeof refuseRequestCall>> {
  const by = requireOperator(caller);
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const row = await holdWaiting(tx, request);
    if (!maySeeRequest(by.role, row.act)) throw new AppError('badRequest.forbidden');
    await requestMachine.move({}, tx, {
      where: eq(deskRequests.id, row.id),
      to: 'refused',
      set: { decidedBy: nameOf(by), decidedAt: at },
      why: { by, act: 'request.refused', at },
    });
  });
  return true;
}

/** Locks a waiting request. Throws `badRequest.notFound`, also for a closed one. */
async function holdWaiting(tx: Tx, id: number): Promise<RequestRow> {
  const [row] = await tx
    .select()
    .from(deskRequests)
    .where(and(eq(deskRequests.id, id), eq(deskRequests.state, 'waiting')))
    .for('update');
  if (!row) throw new AppError('badRequest.notFound');
  return row;
}
