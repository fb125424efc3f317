import { asc, desc, eq, ne } from 'drizzle-orm';
import { momentAt } from '#contract/day.ts';
import {
  type closeOrder as closeOrderCall,
  type confirmOrder as confirmOrderCall,
  type listOrders as listOrdersCall,
  ORDERS_PER_PAGE,
  type recordOrder as recordOrderCall,
} from '#contract/desk/reports/order-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { isWithin, type Span } from '#server/db/expressions.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { authorityOrders } from '../tables.ts';
import { moveOrder, type Order, orderMachine } from './transitions.ts';

type Clock = Pick<Deps, 'db' | 'now'>;

export async function listOrders(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { show, page }: ParsedInput<typeof listOrdersCall>,
): Promise<OutputOf<typeof listOrdersCall>> {
  requireOperator(caller);
  const { state, receivedAt, closedAt, id } = authorityOrders;
  const isOpen = show === 'open';
  const found = await db
    .select()
    .from(authorityOrders)
    .where(isOpen ? ne(state, 'closed') : eq(state, 'closed'))
    .orderBy(...(isOpen ? [asc(receivedAt), asc(id)] : [desc(closedAt), desc(id)]))
    .limit(ORDERS_PER_PAGE + 1)
    .offset((page - 1) * ORDERS_PER_PAGE);
  return {
    result: found.slice(0, ORDERS_PER_PAGE).map(({ id: order, ...row }) => ({
      ...row,
      order,
      version: row.state,
      receivedAt: row.receivedAt.toISOString(),
      confirmedAt: row.confirmedAt?.toISOString() ?? null,
      closedAt: row.closedAt?.toISOString() ?? null,
    })),
    more: found.length > ORDERS_PER_PAGE,
  };
}

/** Throws `badRequest.invalid.input` for a time that no clock shows, or that is to come. */
export async function recordOrder(
  { db, now }: Clock,
  caller: Caller,
  { day, time, ...order }: Omit<ParsedInput<typeof recordOrderCall>, 'reason'>,
): Promise<true> {
  const by = requireOperator(caller);
  const at = now();
  const receivedAt = momentAt(day, time);
  if (receivedAt === null || receivedAt > at)
    throw new AppError('badRequest.invalid.input', { fields: ['time'] });
  await db.transaction(async (tx) => {
    const { authority, country, kind, content, reference, about } = order;
    const [row] = await tx
      .insert(authorityOrders)
      .values({
        authority,
        country,
        kind,
        content,
        reference,
        about,
        state: orderMachine.first,
        receivedAt,
        recordedBy: by.name,
      })
      .returning({ id: authorityOrders.id });
    await recordAct(tx, by, { act: 'order.recorded', subject: `order:${row?.id}`, at });
  });
  return true;
}

type Seen<Input extends { version: string }> = Omit<Input, 'version' | 'reason'> & { version?: string };

export async function confirmOrder(
  { db, now }: Clock,
  caller: Caller,
  { order: id, version }: Seen<ParsedInput<typeof confirmOrderCall>>,
): Promise<true> {
  const by = requireOperator(caller);
  await db.transaction((tx) => moveOrder(tx, { id, version, to: 'confirmed', set: {}, by, at: now() }));
  return true;
}

export async function closeOrder(
  { db, now }: Clock,
  caller: Caller,
  { order: id, version, effect, answer }: Seen<ParsedInput<typeof closeOrderCall>>,
): Promise<true> {
  const by = requireOperator(caller);
  const at = now();
  const set = { effect, answer, closedBy: by.name, closedAt: at };
  await db.transaction((tx) => moveOrder(tx, { id, version, to: 'closed', set, by, at }));
  return true;
}

/** Orders received within a span, also those that wait. */
export const receivedOrders = (db: Pick<Db, 'select'>, span: Span): Promise<Order[]> =>
  db
    .select()
    .from(authorityOrders)
    .where(isWithin(authorityOrders.receivedAt, [span]));
