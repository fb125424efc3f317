import type { BenchRow } from '@vonk/bench';
import { alone, atEnd, compare, type Measure, startServer } from '@vonk/bench';
import { pathOf } from '#contract/endpoint.ts';
import { logIn } from '#contract/member/account/account-calls.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { findPostgres } from '../../scripts/lib/services.mjs';
import { HttpLoad } from '../http-load.ts';

export interface LoginsReady {
  url: string;
  apiKey: string;
  /** `device`: the cookie of a browser that has logged in before. */
  accounts: { email: string; device: string }[];
}

export type LoginsOrder = { bare: number };

export const PASSWORD = 'Plein-16';
/** Number of concurrent hashes on both sides; each occupies a core. */
export const AT_ONCE = 2;
/** More lanes than concurrent hashes, so that one always waits. */
const LANES = 6;

async function measure(kind: string, database: string): Promise<BenchRow> {
  const server = startServer('bench/money/logins-server.ts', { BENCH_DATABASE: database });
  const { url, apiKey, accounts } = await server.next<LoginsReady>();
  const load = new HttpLoad(url, LANES);
  atEnd(async () => load.close());
  let turn = 0;
  const next = () => {
    const { email: username = '', device = '' } = accounts[turn % accounts.length] ?? {};
    turn += 1;
    return {
      method: 'POST',
      path: pathOf(logIn),
      headers: { 'api-key': apiKey, 'content-type': 'application/json', cookie: `vonk_device=${device}` },
      body: JSON.stringify({ username, password: PASSWORD }),
    };
  };
  const ours: Measure = async (ms) => {
    const { answers, seconds } = await load.sendFor(ms, next);
    return answers / seconds;
  };
  const peer: Measure = async (ms) => {
    const { done, seconds } = await server.ask<{ done: number; seconds: number }>({ bare: ms });
    return done / seconds;
  };
  return compare({
    name: `logins, ${kind}`,
    unit: `per second, ${AT_ONCE} passwords at once`,
    ours,
    peer,
    note: () => 'goal 0.9; over HTTP, with session, device and trail, against checking the password alone',
  });
}

/** Measures the cost of a login besides its password hash. */
export async function run(): Promise<BenchRow[]> {
  const rows = [await measure('embedded database', 'memory:')];
  const found = await findPostgres();
  const kind = databaseKinds(found?.url).find(({ name }) => name === 'postgres');
  if (!kind) {
    console.log('PostgreSQL: not found, left out: logins on PostgreSQL');
    return rows;
  }
  const database = await kind.create();
  atEnd(() => database.drop());
  return [...rows, await measure('PostgreSQL', database.url)];
}

if (import.meta.main) await alone(run);
