import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { dayOf, startOfDay } from '#contract/day.ts';
import { fitsLimit, type ValueAct } from '#contract/desk/value/acts-of-value.ts';
import { REQUEST_DAYS } from '#contract/desk/value/request-calls.ts';
import { AppError } from '#contract/errors.ts';
import { type Caller, type OperatorCaller, requireOperator } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { requireFresh } from '../account/fresh.ts';
import { deskRequests } from '../tables.ts';
import { requestMachine } from './transitions.ts';

/** `db` is the transaction of the act. */
export type ValueDeps = Pick<Deps, 'config' | 'newId' | 'now'> & { readonly db: Tx };
export type RequestRow = typeof deskRequests.$inferSelect;

interface Weighed<Payload> {
  /** Cents, or 1 for acts without a price. */
  value: number;
  subject: string;
  memberId?: number;
  /** The operator whose earlier work is judged, and who must not judge it. */
  preparedBy?: string;
  /** Complete: what a second operator approves cannot become something else. */
  payload: Payload;
}

export interface ValueAction<Payload extends object, Result> {
  readonly act: ValueAct;
  readonly payload: z.ZodType<Payload>;
  /** Reads a stored answer; null if the act is safe to run again, which then answers a repeated form. */
  readonly answer: z.ZodType<Result> | null;
  /** Whether its result is for the operator who asked: after an approval that one runs it, once. */
  readonly isReading: boolean;
  /** Throws if the act cannot be done. Locks what the act would change. */
  weigh(deps: ValueDeps, payload: Payload): Promise<Weighed<Payload>>;
  run(deps: ValueDeps, by: OperatorCaller, payload: Payload): Promise<Result>;
}

/** Either the result, or the number of the request that waits for a second operator. */
export type Guarded<Result> =
  | { readonly request: null; readonly result: Result }
  | { readonly request: number; readonly result: null };

const doneWith = <Result>(result: Result): Guarded<Result> => ({ request: null, result });

/** Serializes acts of value, so that two tabs cannot both use what is left of a day. Any number of its own. */
const VALUE_LOCK = 7_203_025;

/** Names are stored in lower case; the shell takes them as typed. */
export const foldName = (name: string): string => name.trim().toLowerCase();
export const nameOf = ({ name }: OperatorCaller): string => foldName(name);

/**
 * Where every act of value and every approval begins: checks the person, and locks the sums and requests until the
 * transaction ends.
 */
export async function enterGuard({ db, now }: ValueDeps, caller: Caller): Promise<OperatorCaller> {
  const by = requireOperator(caller);
  await requireFresh({ db, now }, by);
  await db.execute(sql`select pg_advisory_xact_lock(${VALUE_LOCK})`);
  const at = now();
  await requestMachine.moveAll({}, db, {
    where: and(
      inArray(deskRequests.state, ['waiting', 'approved']),
      lt(deskRequests.askedAt, new Date(at.getTime() - REQUEST_DAYS * 24 * 3_600_000)),
    ),
    to: 'expired',
    why: { by, act: null, at },
  });
  return by;
}

/**
 * Runs an act of value in one transaction if it is within the operator's limits of the day; else stores it for a second
 * operator. The same form does the same act once. Throws `badRequest.idempotency.conflict` if the form's key was used for
 * another act or its request was closed, or if another request for the same act waits.
 */
export async function guarded<Payload extends object, Result>(
  deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>,
  caller: Caller,
  action: ValueAction<Payload, Result>,
  form: { formKey: string; payload: Payload },
): Promise<Guarded<Result>> {
  return deps.db.transaction(async (tx) => {
    const inside = { ...deps, db: tx };
    const by = await enterGuard(inside, caller);
    const known = await rowOfForm(tx, by, form.formKey);
    if (known && !isSame(known, action, form.payload)) throw new AppError('badRequest.idempotency.conflict');
    if (known?.state === 'done')
      return doneWith(action.answer?.parse(known.answer) ?? (await action.run(inside, by, form.payload)));
    if (known?.state === 'waiting') return { request: known.id, result: null };
    if (known && known.state !== 'approved') throw new AppError('badRequest.idempotency.conflict');
    const weighed = await action.weigh(inside, form.payload);
    const granted = known ?? (action.isReading ? await grantedTo(tx, by, action.act, weighed.subject) : null);
    const isAlone = !granted && (await mayAlone(inside, by, action, weighed));
    if (!granted && !isAlone) return wait(inside, by, action, { ...weighed, formKey: form.formKey });
    const row = granted ?? (await storeAsked(inside, by, action, { ...weighed, formKey: form.formKey }));
    const result = await action.run(inside, by, weighed.payload);
    await storeDone(inside, by, { row, answer: action.answer && result });
    return doneWith(result);
  });
}

/** Moves a request to `done`. */
export async function storeDone(
  { db, now }: ValueDeps,
  by: OperatorCaller,
  { row, answer }: { row: RequestRow; answer: unknown },
): Promise<void> {
  const at = now();
  const moved = await requestMachine.move({}, db, {
    where: eq(deskRequests.id, row.id),
    to: 'done',
    set: { doneAt: at, answer: answer ?? null },
    why: { by, act: null, at },
  });
  if (!moved) throw new Error(`Request ${row.id} was ${row.state}`);
}

async function rowOfForm(tx: Tx, by: OperatorCaller, formKey: string): Promise<RequestRow | null> {
  const [row] = await tx
    .select()
    .from(deskRequests)
    .where(and(eq(deskRequests.askedBy, nameOf(by)), eq(deskRequests.formKey, formKey)));
  return row ?? null;
}

/** Fields that the form left open were filled in when it was weighed. */
function isSame<Payload extends object>(
  row: RequestRow,
  { act }: Pick<ValueAction<Payload, never>, 'act'>,
  payload: Payload,
): boolean {
  const stored = new Map(Object.entries(row.payload));
  return (
    row.act === act &&
    Object.entries(payload).every(([name, value]) => value === undefined || stored.get(name) === value)
  );
}

/** An approved request of the operator that was not used yet. */
async function grantedTo(
  tx: Tx,
  by: OperatorCaller,
  act: ValueAct,
  subject: string,
): Promise<RequestRow | null> {
  const [row] = await tx
    .select()
    .from(deskRequests)
    .where(
      and(
        eq(deskRequests.state, 'approved'),
        eq(deskRequests.askedBy, nameOf(by)),
        eq(deskRequests.act, act),
        eq(deskRequests.subject, subject),
      ),
    )
    .limit(1);
  return row ?? null;
}

type Weight = Pick<Weighed<never>, 'value' | 'memberId' | 'preparedBy'>;

async function mayAlone(
  { db, now, config }: ValueDeps,
  by: OperatorCaller,
  { act }: { act: ValueAct },
  { value, memberId, preparedBy }: Weight,
): Promise<boolean> {
  if (preparedBy === nameOf(by)) return false;
  const { askedBy, decidedBy, state, doneAt } = deskRequests;
  const sumOf = (condition: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(${deskRequests.value}) filter (where ${condition}), 0)`.mapWith(Number);
  const [today] = await db
    .select({
      alone: sumOf(sql`${askedBy} = ${nameOf(by)} and ${decidedBy} is null`),
      received: sumOf(memberId === undefined ? sql`false` : sql`${deskRequests.memberId} = ${memberId}`),
    })
    .from(deskRequests)
    .where(and(eq(deskRequests.act, act), eq(state, 'done'), gte(doneAt, startOfDay(dayOf(now())))));
  return today !== undefined && fitsLimit(value, today, config.deskLimits[act]);
}

interface NewRequest extends Omit<Weighed<object>, 'preparedBy'> {
  formKey: string;
}

async function storeAsked(
  { db, now }: ValueDeps,
  by: OperatorCaller,
  { act }: { act: ValueAct },
  { value, subject, memberId, payload, formKey }: NewRequest,
): Promise<RequestRow> {
  const [row] = await db
    .insert(deskRequests)
    .values({
      act,
      subject,
      memberId,
      value,
      payload,
      formKey,
      askedBy: nameOf(by),
      reason: by.reason ?? '',
      askedAt: now(),
      state: requestMachine.first,
    })
    .returning();
  if (!row) throw new Error('No request was stored');
  return row;
}

/** Throws `badRequest.idempotency.conflict` if another request for the same act waits. */
async function wait(
  deps: ValueDeps,
  by: OperatorCaller,
  action: { act: ValueAct },
  request: NewRequest,
): Promise<{ request: number; result: null }> {
  const [other] = await deps.db
    .select({ id: deskRequests.id })
    .from(deskRequests)
    .where(
      and(
        eq(deskRequests.state, 'waiting'),
        eq(deskRequests.act, action.act),
        eq(deskRequests.subject, request.subject),
      ),
    );
  if (other) throw new AppError('badRequest.idempotency.conflict');
  const { id } = await storeAsked(deps, by, action, request);
  await requestMachine.move({}, deps.db, {
    where: eq(deskRequests.id, id),
    to: 'waiting',
    why: { by, act: 'request.asked', at: deps.now() },
  });
  return { request: id, result: null };
}
