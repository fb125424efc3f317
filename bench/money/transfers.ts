import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchRow } from '@vonk/bench';
import { alone, atEnd, compare, type Measure, ownFolder } from '@vonk/bench';
import pg from 'pg';
import { openDb } from '#server/db/opening/open.ts';
import { sumUp } from '#server/ledger/transfer.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { findPostgres } from '../../scripts/lib/services.mjs';

/** Concurrent connections on both sides. */
const CLIENTS = 16;
const MEMBERS = 1000;
const PERFORMERS = 24;
/** pgbench's scale, each 100,000 accounts and 10 tellers. Below CLIENTS it would wait for its own branches. */
const SCALE = 24;

/** One transfer with the product's statement, run by the peer's load generator. */
const script = `\\set giver random(1, ${MEMBERS})
\\set taker random(1, ${PERFORMERS})
\\set key random(1, 9000000000000000)
select outcome from move_credits('bench:' || :key, 'tip', 'bench', 100, 'member', (:giver)::text, 'performer', (:taker)::text, now(), 'spent', null, true);
`;

const installed = '/usr/lib/postgresql';

async function findPgbench(): Promise<string | null> {
  const versions = await readdir(installed).catch(() => []);
  const found = versions.map((version) => join(installed, version, 'bin/pgbench'));
  return found.find((file) => existsSync(file)) ?? null;
}

async function outputOf(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, wrong] = ['', ''];
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString();
  });
  child.stderr.on('data', (part: Buffer) => {
    wrong += part.toString();
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`pgbench ended with ${code}: ${wrong}`);
  return output;
}

/** Transactions per second by pgbench's own count; runs at least one second. */
const withPgbench =
  (program: string, url: string, ...options: readonly string[]): Measure =>
  async (ms) => {
    const seconds = Math.max(1, Math.round(ms / 1000));
    const common = ['-n', '-M', 'prepared', '-c', `${CLIENTS}`, '-j', '1', '-T', `${seconds}`];
    const output = await outputOf(program, [...common, ...options, url]);
    return Number(/tps = ([\d.]+)/.exec(output)?.[1]);
  };

/** Creates members with credits. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(
    `select move_credits('rich:' || n, 'opening', 'bench', 1000000000, 'house', 'opening', 'member', n::text, now(), 'bought', null, true)
     from generate_series(1, $1::int) as n`,
    [MEMBERS],
  );
}

/** Checks that each transfer has two entries and all balances sum to zero. */
async function checkBooks(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`select (select count(*)::int from transfer) as transfers,
    (select count(*)::int from entry) as entries, (select sum(account_balance(id))::int from account) as total`);
  const { transfers, entries, total } = rows[0];
  if (entries !== transfers * 2 || total !== 0)
    throw new Error(`The ledger does not balance: ${JSON.stringify(rows[0])}`);
  return `${transfers} transfers in the books`;
}

/** Compares the ledger's statement with pgbench's TPC-B-like transaction on the same server and load generator. */
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
