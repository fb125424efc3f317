import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { tipDataSchema } from '#contract/chat/tipping/tips.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import { performers } from '#server/performers/tables.ts';
import type { Db } from '#server/ports/database.ts';
import { unreachedLimits } from '#server/testing/fakes.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { join } from '#server/testing/viewer.ts';
import type { Books, Tipper, TipsOrder, TipsReady } from './tips.ts';

/** Member, performer and session of a tip. */
interface Pair {
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
async function bareTip(db: Db, { member, performer, session }: Pair, amount: number): Promise<void> {
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

/** Enough credits for the whole measurement. */
const RICH = 100_000_000;
const AMOUNT = 100;

const database = process.env['BENCH_DATABASE'] ?? 'memory:';
const [members, rooms, lanes] = (process.env['BENCH_CROWD'] ?? '').split(',').map(Number);
const server = await startTestServer({ database, change: () => ({ limits: unreachedLimits() }) });
const pairs: Pair[] = [];

/** A member in this performer's chat, after a first tip that created accounts and room. */
async function makeTipper(performer: TestPerformer): Promise<Tipper> {
  const member = await aMember(server, RICH);
  const viewer = await join(server, member.caller, performer);
  const auth = viewer.auth();
  const tip = { action: 'tip', recipient: 'host', auth } as const;
  const data = tipDataSchema.parse({ amount: AMOUNT });
  await sendTip(server.deps, member.caller, { ...tip, clientId: server.deps.newId(), data });
  pairs.push({ member: member.id, performer: performer.id, session: viewer.session });
  return { token: member.token, body: { ...tip, data } };
}

async function makeCrowd(size: number, stages: number): Promise<Tipper[]> {
  const crowd: Tipper[] = [];
  const cast: TestPerformer[] = [];
  for (let number = 0; number < stages; number += 1) cast.push(await aPerformer(server, onlineStatus.free));
  // Live, so that their top tippers are counted and told.
  await server.deps.db.update(performers).set({ publicSince: server.deps.now() });
  for (let number = 0; number < size; number += 1) {
    const performer = cast[number % stages];
    if (performer) crowd.push(await makeTipper(performer));
  }
  return crowd;
}

/** The peer's measurement: the same number of lanes without HTTP. */
async function tipWithoutHttp(ms: number): Promise<{ tips: number; seconds: number }> {
  const startedAt = performance.now();
  let tips = 0;
  const lane = async () => {
    while (performance.now() - startedAt < ms) {
      const pair = spread[tips % spread.length];
      tips += 1;
      if (pair) await bareTip(server.deps.db, pair, AMOUNT);
    }
  };
  await Promise.all(Array.from({ length: lanes ?? 1 }, lane));
  return { tips, seconds: (performance.now() - startedAt) / 1000 };
}

async function readBooks(): Promise<Books> {
  const result = await server.deps.db.execute(sql`select
    (select count(*)::int from tip) as tips,
    (select count(*)::int from transfer where kind = 'tip') as transfers,
    (select count(*)::int from chat_message where message_type = 'tip') as lines,
    (select sum(amount)::int from entry) as total`);
  return (result as unknown as { rows: [Books] }).rows[0];
}

const uniform = await makeCrowd(members ?? 1, rooms ?? 1);
const spread = [...pairs];
const hot = await makeCrowd(members ?? 1, 1);

process.on('message', async (order: TipsOrder | 'cpu') => {
  if (order === 'cpu') return;
  process.send?.('bare' in order ? await tipWithoutHttp(order.bare) : await readBooks());
});
const { url, deps } = server;
process.send?.({
  url,
  apiKey: deps.config.apiKey,
  uniform,
  hot,
  books: await readBooks(),
} satisfies TipsReady);
