import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { BenchRow } from '@vonk/bench';
import {
  alone,
  atEnd,
  type BenchServer,
  compare,
  type Measure,
  ownFolder,
  quick,
  startServer,
} from '@vonk/bench';
import pg from 'pg';
import { chatAction } from '#contract/chat/action-calls.ts';
import { pathOf } from '#contract/endpoint.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { findPostgres } from '../../scripts/lib/services.mjs';
import { HttpLoad, type LoadRequest } from '../http-load.ts';

export interface Tipper {
  token: string;
  /** A tip without its client id. */
  body: object;
}

export interface TipsReady {
  url: string;
  apiKey: string;
  /** Members spread over performers, and members all in one room. */
  uniform: Tipper[];
  hot: Tipper[];
  books: Books;
}

export type TipsOrder = { bare: number } | { books: true };

/** Totals of the database; `total` is the sum of all entries. */
export interface Books {
  tips: number;
  transfers: number;
  lines: number;
  total: number;
}

const LANES = 16;
const CROWD = quick ? { members: 48, performers: 12 } : { members: 240, performers: 24 };

interface Stage {
  server: BenchServer;
  ready: TipsReady;
  load: HttpLoad;
  /** Acknowledged tips, over HTTP or bare. */
  acknowledged: number;
}

async function open(database: string): Promise<Stage> {
  const server = startServer('bench/money/tips-server.ts', {
    BENCH_DATABASE: database,
    BENCH_CROWD: [CROWD.members, CROWD.performers, LANES].join(),
  });
  const ready = await server.next<TipsReady>();
  const load = new HttpLoad(ready.url, LANES);
  atEnd(async () => load.close());
  return { server, ready, load, acknowledged: 0 };
}

/** Returns tips of the members in turn. */
function tipsOf(stage: Stage, crowd: readonly Tipper[]): () => LoadRequest {
  const { apiKey } = stage.ready;
  let turn = 0;
  return () => {
    const { token = '', body = {} } = crowd[turn % crowd.length] ?? {};
    turn += 1;
    return {
      method: 'POST',
      path: pathOf(chatAction),
      headers: { 'api-key': apiKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, clientId: randomUUID() }),
    };
  };
}

function overHttp(stage: Stage, crowd: readonly Tipper[]): Measure {
  const next = tipsOf(stage, crowd);
  return async (ms) => {
    const { answers, seconds } = await stage.load.sendFor(ms, next);
    stage.acknowledged += answers;
    return answers / seconds;
  };
}

/** Tips per second sent to a room. */
const OFFERED = quick ? 50 : 200;

/** Measures answered tips per second at the offered rate; fewer answers mean that tips queue. */
function offered(stage: Stage, crowd: readonly Tipper[]): Measure {
  const next = tipsOf(stage, crowd);
  return async (ms) => {
    const { answers, seconds } = await stage.load.offer(OFFERED, ms, next);
    stage.acknowledged += answers;
    return answers / seconds;
  };
}

const bare =
  (stage: Stage): Measure =>
  async (ms) => {
    const { tips, seconds } = await stage.server.ask<{ tips: number; seconds: number }>({ bare: ms });
    stage.acknowledged += tips;
    return tips / seconds;
  };

/** Checks that each acknowledged tip is complete in the ledger and all entries sum to zero. */
async function checkBooks({ server, ready, acknowledged }: Stage): Promise<void> {
  const found = await server.ask<Books>({ books: true });
  const expected = ready.books.tips + acknowledged;
  const { tips, transfers, lines, total } = found;
  if ([tips, transfers, lines].some((count) => count !== expected) || total !== 0) {
    throw new Error(`${expected} tips were acknowledged, the ledger has ${JSON.stringify(found)}`);
  }
}

async function measure(kind: string, database: string, about: string): Promise<BenchRow[]> {
  const stage = await open(database);
  const [uniform, hot] = [overHttp(stage, stage.ready.uniform), overHttp(stage, stage.ready.hot)];
  const unit = `tips per second, ${LANES} at once`;
  const rows = [
    await compare({
      name: `tips, ${kind}`,
      unit,
      ours: uniform,
      peer: bare(stage),
      note: () => `HTTP API against the same rows and locks directly at the driver; ${about}`,
    }),
    await compare({
      name: `tips, ${kind}, all to one performer`,
      unit,
      ours: hot,
      peer: uniform,
      note: () => `all to one performer against spread over ${CROWD.performers}, both over HTTP`,
    }),
    await compare({
      name: `tips, ${kind}, ${OFFERED} per second offered to one room`,
      unit: 'tips per second that were answered',
      ours: offered(stage, stage.ready.hot),
      peer: async () => OFFERED,
      note: () =>
        'over HTTP, until the last one of a window is answered; peer: the offered rate; books checked',
    }),
  ];
  await checkBooks(stage);
  return rows;
}

async function onPostgres(): Promise<BenchRow[]> {
  const found = await findPostgres();
  const kind = databaseKinds(found?.url).find(({ name }) => name === 'postgres');
  if (!found || !kind) {
    console.log('PostgreSQL: not found, left out: tips on PostgreSQL');
    return [];
  }
  const database = await kind.create();
  atEnd(() => database.drop());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const setting = async (name: string) =>
    String(Object.values((await client.query(`show ${name}`)).rows[0])[0]);
  const about = `PostgreSQL ${await setting('server_version')}, ${found.how}, fsync ${await setting('fsync')}`;
  await client.end();
  return measure('PostgreSQL', database.url, about);
}

/** Compares tips through the whole API with bare transactions, on each kind of database. */
export async function run(): Promise<BenchRow[]> {
  const folder = join(await ownFolder(), 'db');
  const embedded = await measure('embedded database', folder, 'PGlite in a folder, no fsync');
  return [...embedded, ...(await onPostgres())];
}

if (import.meta.main) await alone(run);
