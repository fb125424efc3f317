import { countObjects, type Memory, memoryNow, type OpenResources, openResources } from '@vonk/bench';
import { Hono } from 'hono';
import { createSfu } from '../embedded/sfu/index.ts';
import { listen } from '../testing/network.ts';

/** A request to the server: for its state, or to move its clock forward by `later` ms. */
export type ChurnQuestion = { ask: 'state' } | { later: number };

export interface ChurnState {
  objects: number;
  memory: Memory;
  open: OpenResources;
  rooms: number;
  publishers: number;
  viewers: number;
  /** Number of viewers whose counters are kept. */
  remembered: number;
  packetsOut: number;
}

/** ms by which its clock is ahead of the real one. */
let ahead = 0;
const sfu = createSfu({
  now: () => Date.now() + ahead,
  // The load may be slow to send.
  limits: { stillMs: 60_000 },
  authorize: async (token) => ({ subject: token, expiresAt: Number.POSITIVE_INFINITY }),
});

const stateNow = (): ChurnState => ({
  ...sfu.stats(),
  remembered: sfu.state().viewers.size,
  objects: countObjects(),
  memory: memoryNow(),
  open: openResources(),
});

process.on('message', (question: ChurnQuestion | 'cpu') => {
  if (question === 'cpu') return;
  if ('later' in question) ahead += question.later;
  process.send?.(stateNow());
});
process.send?.({ port: (await listen(new Hono().route('/media', sfu.routes()))).port });
