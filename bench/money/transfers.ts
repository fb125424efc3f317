import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchRow } from '@vonk/bench';
import { alone, atEnd, compare, type Measure, ownFolder } from '@vonk/bench';
import pg from 'pg';
import { openDb } from '#server/db/open.ts';
import { sumUp } from '#server/ledger/sum-up.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { findPostgres } from '../../scripts/lib/services.mjs';

/** Connections that ask at once, of either. */
const CLIENTS = 16;
const MEMBERS = 1000;
const PERFORMERS = 24;
/** Of pgbench: 100,000 accounts and 10 tellers each. Fewer than CLIENTS would make it wait for its own branches. */
const SCALE = 24;

/** One transfer as the product makes it, by the same load generator as the peer's. */
const script = `\\set giver random(1, ${MEMBERS})
\\set taker random(1, ${PERFORMERS})
\\set key random(1, 9000000000000000)
select outcome from move_credits('bench:' || :key, 'tip', 'bench', 100, 'member', (:giver)::text, 'performer', (:taker)::text, now());
`;

const installed = '/usr/lib/postgresql';

async function findPgbench(): Promise<string | null> {
  const versions = await readdir(installed).catch(() => []);
  const found = versions.map((version) => join(installed, version, 'bin/pgbench'));
  return found.find((file) => existsSync(file)) ?? null;
}

async function outputOf(program: string, given: readonly string[]): Promise<string> {
  const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [said, wrong] = ['', ''];
  child.stdout.on('data', (part: Buffer) => {
    said += part.toString();
  });
  child.stderr.on('data', (part: Buffer) => {
    wrong += part.toString();
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`pgbench ended with ${code}: ${wrong}`);
  return said;
}

/** Transactions a second, by pgbench's own count; at least the second that it needs. */
const withPgbench =
  (program: string, url: string, ...given: readonly string[]): Measure =>
  async (ms) => {
    const seconds = Math.max(1, Math.round(ms / 1000));
    const common = ['-n', '-M', 'prepared', '-c', `${CLIENTS}`, '-j', '1', '-T', `${seconds}`];
    const said = await outputOf(program, [...common, ...given, url]);
    return Number(/tps = ([\d.]+)/.exec(said)?.[1]);
  };

/** Members with credits, one after the other. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(
    `select move_credits('rich:' || n, 'opening', 'bench', 1000000000, 'house', 'opening', 'member', n::text, now())
     from generate_series(1, $1::int) as n`,
    [MEMBERS],
  );
}

/** Each transfer has its two entries, and all balances together are nought. */
async function checkBooks(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`select (select count(*)::int from transfer) as transfers,
    (select count(*)::int from entry) as entries, (select sum(account_balance(id))::int from account) as total`);
  const { transfers, entries, total } = rows[0];
  if (entries !== transfers * 2 || total !== 0)
    throw new Error(`the books are wrong: ${JSON.stringify(rows[0])}`);
  return `${transfers} transfers in the books`;
}

/** The ledger's own statement beside pgbench's TPC-B-like transaction, on one server, asked by one program. */
export async function run(): Promise<BenchRow[]> {
  const [found, program] = [await findPostgres(), await findPgbench()];
  const kind = databaseKinds(found?.url).find(({ name }) => name === 'postgres');
  if (!found || !kind || !program) {
    console.log('PostgreSQL or pgbench: not found, left out: transfers');
    return [];
  }
  const [database, peer] = [await kind.create(), await kind.create()];
  atEnd(() => database.drop());
  atEnd(() => peer.drop());
  const { db, close } = await openDb(database.url);
  const sums = setInterval(() => void sumUp({ db }), 1000);
  atEnd(async () => {
    clearInterval(sums);
    await close();
  });
  await outputOf(program, ['-i', '-q', '-s', `${SCALE}`, peer.url]);
  const file = join(await ownFolder(), 'transfer.sql');
  await writeFile(file, script);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  atEnd(() => client.end());
  await fill(client);
  const row = await compare({
    name: 'transfer, PostgreSQL',
    unit: `transactions per second, ${CLIENTS} at once`,
    ours: withPgbench(program, database.url, '-f', file),
    peer: withPgbench(program, peer.url, '-b', 'tpcb-like'),
    note: () => `move_credits against pgbench TPC-B at scale ${SCALE}, both by pgbench, prepared`,
  });
  return [{ ...row, note: `${row.note}; ${await checkBooks(client)}` }];
}

if (import.meta.main) await alone(run);
