import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { readConversation } from '#contract/messaging/conversation-calls.ts';
import { listConversations } from '#contract/messaging/inbox-calls.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { makePerformer } from '#server/testing/make.ts';
import { aMember } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp } from '#server/testing/test-app.ts';

/**
 * Measures a page of a conversation and the list with ten million messages on PostgreSQL:
 * `node bench/messaging/history.ts postgres://… [--messages=10000000]`. The goal is 20 ms for the 99th percentile.
 */
const address = process.argv[2];
if (!address?.startsWith('postgres'))
  throw new Error('The first argument must be a URL like postgres://localhost/postgres');
const wanted = Number(
  process.argv.find((text) => text.startsWith('--messages='))?.split('=')[1] ?? 10_000_000,
);
/** One conversation with many messages, one member with many conversations, and the rest. */
const LONG = Math.min(500_000, wanted / 10);
const MANY = 5000;
const ASKS = 1000;

const [kind] = databaseKinds(address);
if (!kind) throw new Error('No database kind for this URL');
const suite = await kind.create();
const server = await createTestApp({ database: suite.url });
const { db } = server.deps;
try {
  const started = performance.now();
  const [anna, bram] = [await aMember(server), await aMember(server)];
  await makePerformer(server.deps);
  // On a separate connection: the product's has a statement timeout.
  const seeder = new pg.Client({ connectionString: suite.url });
  await seeder.connect();
  await seeder.query('set session_replication_role = replica');
  await seeder.query(`insert into performer (username, username_folded, date_of_birth, gender)
    select 'Bench' || n, 'bench' || n, '1995-05-05', 'female' from generate_series(1, ${MANY}) n`);
  await seeder.query(`insert into member (email, email_folded, username, username_folded, password_hash)
    select e, e, 'bench-' || n, 'bench-' || n, 'none' from (select n, 'bench' || n || '@example.com' e
    from generate_series(1, 2000) n) made`);
  await seeder.query(`insert into conversation (member_id, performer_id, last_seq, last_owner, created_at, updated_at)
    select ${anna.id}, p.id, case when p.id = (select min(id) from performer) then ${LONG} else 20 end, 'performer', now(),
      now() - p.id * interval '1 second' from performer p`);
  const rest = Math.ceil((wanted - LONG - MANY * 20) / 500);
  await seeder.query(`insert into conversation (member_id, performer_id, last_seq, last_owner, created_at, updated_at)
    select m.id, p.id, 500, 'performer', now(), now() from member m, performer p
    where m.id not in (${anna.id}, ${bram.id}) limit ${rest}`);
  await seeder.query(`insert into conversation_side (conversation_id, side, read_seq)
    select c.id, s, case when s = 'member' then greatest(0, c.last_seq - 3) else c.last_seq end
    from conversation c, unnest(array['member', 'performer']) s`);
  await seeder.query(`insert into private_message (conversation_id, seq, owner, client_id, content, sent_at)
    select c.id, n, 'performer', c.id || '-' || n, 'a line of some forty letters, number ' || n, now()
    from conversation c, generate_series(1, c.last_seq) n`);
  await seeder.query(`vacuum analyze private_message`);
  await seeder.query(`vacuum analyze conversation`);
  await seeder.query(`vacuum analyze conversation_side`);
  await seeder.end();
  const { rows } = (await db.execute(sql`select count(*)::int as total from private_message`)) as unknown as {
    rows: { total: number }[];
  };
  console.log(`${rows[0]?.total} messages made in ${Math.round((performance.now() - started) / 1000)} s`);

  const headers = bearer(anna.token);
  const { rows: own } =
    (await db.execute(sql`select id, last_seq from conversation where member_id = ${anna.id}
    order by last_seq desc`)) as unknown as { rows: { id: number; last_seq: number }[] };
  const [long] = own;
  if (!long) throw new Error('No conversation');
  await time('a page of a conversation of many messages, anywhere in it', () => {
    const page = 2 + Math.floor(Math.random() * (LONG / 20 - 2));
    return callApp(server, readConversation, { conversationId: long.id, page, top: LONG }, headers);
  });
  await time('the first page of a conversation', () => {
    const { id } = own[Math.floor(Math.random() * own.length)] ?? long;
    return callApp(server, readConversation, { conversationId: id }, headers);
  });
  await time('the list of a member with 5,000 conversations, all unread', () =>
    callApp(server, listConversations, {}, headers),
  );
  const plan = (await db.execute(sql`explain (analyze, buffers) select * from private_message
    where conversation_id = ${long.id} and seq > ${LONG / 2} and seq <= ${LONG / 2 + 20} order by seq`)) as unknown as {
    rows: { 'QUERY PLAN': string }[];
  };
  for (const row of plan.rows) console.log(row['QUERY PLAN']);
} finally {
  await server.close();
  await suite.drop();
}

async function time(name: string, ask: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < 50; n += 1) await ask();
  const times: number[] = [];
  for (let n = 0; n < ASKS; n += 1) {
    const at = performance.now();
    await ask();
    times.push(performance.now() - at);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1);
  console.log(`${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
}
