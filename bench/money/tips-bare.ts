import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import type { Pool } from 'pg';
import type { Db } from '#server/ports/database.ts';

/** Member, performer and session of a tip. */
export interface Pair {
  member: number;
  performer: number;
  session: string;
}

type Row = Record<string, string | number>;
type Query = (statement: string, values?: unknown[]) => Promise<{ rows: Row[] }>;

/** The driver below drizzle: one connection or a pool. */
const driverOf = (db: Db) => (db as unknown as { $client: PGlite | Pool }).$client;

async function inTransaction(db: Db, work: (query: Query) => Promise<void>): Promise<void> {
  const driver = driverOf(db);
  if ('transaction' in driver) {
    // The driver's own method: the product's keeps plans.
    const { transaction } = PGlite.prototype;
    await transaction.call(driver, (tx) => work((statement, values) => tx.query<Row>(statement, values)));
    return;
  }
  const client = await driver.connect();
  try {
    await client.query('begin');
    await work((statement, values) => client.query<Row>(statement, values));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

const lockAccounts = `select id, kind, balance from account
  where (kind = 'member' and owner = $1) or (kind = 'performer' and owner = $2)
  order by id for no key update`;
const writeTransfer = `with written as (
    insert into transfer (idempotency_key, kind, reference, amount, from_account, to_account, created_at)
    values ($1, 'tip', $2, $3::bigint, $4::int, $5::int, now()) returning id),
  side as (select $4::int as account, -$3::bigint as amount, $6::bigint as balance
    union all select $5::int, $3::bigint, $7::bigint),
  entered as (
    insert into entry (transfer_id, account_id, amount, balance_after)
    select written.id, side.account, side.amount, side.balance from written, side),
  settled as (
    update account set balance = side.balance from side where account.id = side.account)
  select id from written`;
const lockRoom = 'select seq from chat_room where performer_id = $1 for update';
const count = 'update chat_room set seq = $2 where performer_id = $1';
const writeLine = `insert into chat_message
  (performer_id, seq, client_id, author, message_type, sender, message, amount, sent_at)
  values ($1, $2, $3, $4, 'tip', 'bench', '', $5, now()) returning id`;
const writeTip = `insert into tip
  (performer_id, member_id, session_id, client_id, amount, transfer_id, message_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, now())`;

/** The peer: the rows and locks of one tip directly at the driver, without checks. */
export async function bareTip(db: Db, { member, performer, session }: Pair, amount: number): Promise<void> {
  const clientId = randomUUID();
  await inTransaction(db, async (query) => {
    const { rows } = await query(lockAccounts, [String(member), String(performer)]);
    const [from, to] = ['member', 'performer'].map((kind) => rows.find((row) => row['kind'] === kind));
    if (!from || !to) throw new Error('An account of the tip does not exist');
    const balances = [Number(from['balance']) - amount, Number(to['balance']) + amount];
    const key = `tip:${member}:${clientId}`;
    const sides = [from['id'], to['id'], ...balances];
    const transfer = await query(writeTransfer, [key, `session:${session}`, amount, ...sides]);
    const room = await query(lockRoom, [performer]);
    const seq = Number(room.rows[0]?.['seq']) + 1;
    await query(count, [performer, seq]);
    const line = await query(writeLine, [performer, seq, clientId, `member:${member}`, amount]);
    const written = [transfer.rows[0]?.['id'], line.rows[0]?.['id']];
    await query(writeTip, [performer, member, session, clientId, amount, ...written]);
  });
}
