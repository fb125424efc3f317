import type { BenchRow } from '@vonk/bench';
import { alone, compare, type Measure, startServer } from '@vonk/bench';

/** How a call reaches the dispatcher; `direct` calls the handler. */
export type Way = 'direct' | 'socket' | 'page';

export interface WayMeasured {
  calls: number;
  seconds: number;
}

/** Maximum µs of an in-process call (proof.md). */
const GOAL_US = 10;

/** Measures the cost of dispatching a call without body and database, compared with calling its handler directly. */
export async function run(): Promise<BenchRow[]> {
  const server = startServer('bench/calls/dispatch-server.ts');
  await server.next<string>();
  const by =
    (way: Way): Measure =>
    async (ms) => {
      const { calls, seconds } = await server.ask<WayMeasured>({ way, ms });
      return calls / seconds;
    };
  const rows: BenchRow[] = [];
  for (const way of ['socket', 'page'] as const) {
    const row = await compare({
      name: `an in-process call, as from a ${way}`,
      unit: 'calls per second, one after the other',
      ours: by(way),
      peer: by('direct'),
      note: () => '',
    });
    const us = (perSecond: number) => (1e6 / perSecond).toFixed(1);
    const note = `µs per call: ours ${us(row.ours)}, the handler alone ${us(row.peer)}; goal ${GOAL_US}`;
    rows.push({ ...row, note: note + row.note });
  }
  return rows;
}

if (import.meta.main) await alone(run);
