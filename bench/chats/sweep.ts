import type { BenchRow } from '@vonk/bench';
import { alone, type BenchServer, compare, type Measure, quick, startServer } from '@vonk/bench';
import { onEachDatabase } from '../on-each-database.ts';
import type { SweepOrder } from './sweep-server.ts';

const SESSIONS = quick ? 200 : 2000;

/** Measures ms per sweep. */
const timed =
  (server: BenchServer, what: SweepOrder['sweep']): Measure =>
  async () =>
    (await server.ask<{ ms: number }>({ sweep: what } satisfies SweepOrder)).ms;

async function measure(kind: string, database: string): Promise<BenchRow> {
  const env = { BENCH_DATABASE: database, BENCH_SIZE: String(SESSIONS) };
  const server = startServer('bench/chats/sweep-server.ts', env);
  await server.next<{ ready: true }>();
  return compare({
    name: `a sweep of ${SESSIONS} open chats, ${kind}`,
    unit: 'ms',
    ours: timed(server, 'all'),
    peer: timed(server, 'rows'),
    note: () => 'goal 200 ms; half of them guests, none of them ends; peer: only reads the same rows',
  });
}

export const run = async (): Promise<BenchRow[]> => onEachDatabase('memory:', measure);

if (import.meta.main) await alone(run);
