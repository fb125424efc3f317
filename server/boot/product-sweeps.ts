import { sweepChats } from '#server/chat/sweep.ts';
import type { Deps } from '#server/deps.ts';
import { createSnapshotSweep } from '#server/media/sweep-snapshots.ts';
import { createBroadcastSweep } from '#server/studio/sweep-broadcasts.ts';
import { auditBooks } from '#server/wallet/audit.ts';
import { sweepPayments } from '#server/wallet/sweep-payments.ts';
import type { Sweep } from './sweeps.ts';

const SECOND = 1000;

/** Everything the product does by the clock. */
export function productSweeps(deps: Deps): Sweep[] {
  return [
    { name: 'chat-billing', every: SECOND, once: true, work: (elapsed) => sweepChats(deps, elapsed) },
    { name: 'broadcasts', every: SECOND, once: true, work: createBroadcastSweep(deps) },
    // Each node takes the pictures of its own rooms.
    { name: 'snapshots', every: 5 * SECOND, once: false, work: createSnapshotSweep(deps) },
    { name: 'payments', every: 15 * SECOND, once: true, work: () => sweepPayments(deps) },
    { name: 'books', every: 60 * SECOND, once: true, work: () => auditBooks(deps) },
  ];
}
