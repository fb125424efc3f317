import type { Logger } from 'pino';
import { releaseLease, takeLease } from '#server/db/lease.ts';
import type { Deps } from '#server/ports/deps.ts';

export interface Sweep {
  name: string;
  /** ms between two runs. */
  every: number;
  /** Run by one node of the cluster at a time. */
  once: boolean;
  work: () => Promise<unknown>;
}

/** ms for which a node holds a sweep without renewing its lease. */
const LEASE_MS = 10_000;

/**
 * Runs each sweep at its interval, never two runs of one at once. The returned function stops them and waits for the
 * last run.
 */
export function startSweeps(deps: Deps, log: Logger, sweeps: readonly Sweep[]): () => Promise<void> {
  const holder = deps.newId();
  const stops = sweeps.map((sweep) => startSweep(deps, log, sweep, holder));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startSweep(deps: Deps, log: Logger, sweep: Sweep, holder: string): () => Promise<void> {
  const lease = { name: sweep.name, holder, ttl: LEASE_MS };
  let renewAt = 0;
  let running: Promise<void> = Promise.resolve();
  let busy = false;

  const isOurs = async (): Promise<boolean> => {
    if (!sweep.once || performance.now() < renewAt) return true;
    // Measured before the request: a process delayed in between must not trust its lease for too long.
    const requestedAt = performance.now();
    const taken = await takeLease(deps.db, lease);
    // Renewed after half its time, so that a slow run does not lose it.
    if (taken) renewAt = requestedAt + LEASE_MS / 2;
    return taken;
  };
  const run = async (): Promise<void> => {
    try {
      if (await isOurs()) await sweep.work();
    } catch (error) {
      log.error({ err: error, sweep: sweep.name }, 'A sweep failed');
    }
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = run().finally(() => {
      busy = false;
    });
  }, sweep.every);
  return async () => {
    clearInterval(timer);
    await running;
    if (sweep.once) await releaseLease(deps.db, lease).catch(() => {});
  };
}
