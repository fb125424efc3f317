import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, lt, lte } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type Lease, releaseLease, takeLease } from '#server/db/lease.ts';
import type { Events } from '#server/events.ts';
import type { Db } from '#server/ports/database.ts';
import { outbox } from './tables.ts';
import { FinalFailure, mailWork, type WorkHandler } from './work.ts';

/** Handlers are passed in: the outbox does not know any feature. */
export interface OutboxDeps {
  db: Db;
  now: () => Date;
  events: Events;
  handlers: readonly WorkHandler[];
}

/** Longer than the timeout of a mail server; renewed before each piece of work. */
const lease: Lease = { name: 'outbox', holder: randomUUID(), ttl: 120_000 };

/** Seconds until the next attempt: 30, doubling up to six hours. */
const waitAfter = (attempts: number): number => Math.min(30 * 2 ** (attempts - 1), 6 * 3600);

/** About a day and a half of retries. */
export const MAX_ATTEMPTS = 16;

/** ms for which finished work is kept for inspection. */
const KEEP = 7 * 24 * 3600 * 1000;

type Row = typeof outbox.$inferSelect;

/** Runs due work in order, unless another node does. Returns the number of attempted pieces. */
export async function runDueWork(deps: OutboxDeps): Promise<number> {
  if (!(await nextDue(deps))) return 0;
  let tried = 0;
  try {
    while (await takeLease(deps.db, lease)) {
      const row = await nextDue(deps);
      if (!row) break;
      await attempt(deps, row);
      tried += 1;
    }
  } finally {
    await releaseLease(deps.db, lease);
  }
  await deps.db.delete(outbox).where(lt(outbox.doneAt, new Date(deps.now().getTime() - KEEP)));
  return tried;
}

async function nextDue({ db, now }: OutboxDeps): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(outbox)
    .where(and(isNull(outbox.doneAt), lte(outbox.runAt, now())))
    .orderBy(asc(outbox.runAt), asc(outbox.id))
    .limit(1);
  return row;
}

async function attempt(deps: OutboxDeps, row: Row): Promise<void> {
  try {
    const handler = deps.handlers.find(({ kind }) => kind === row.kind);
    if (!handler) throw new Error(`No handler for outbox kind "${row.kind}"`);
    await handler.handle(row.payload);
    await finish(deps, row);
  } catch (error) {
    await postpone(deps, row, error);
  }
}

/** Erases the payload, because a mail contains an e-mail address and a secret link. */
async function finish({ db, now }: OutboxDeps, { id, attempts }: Row): Promise<void> {
  const done = { attempts: attempts + 1, lastError: null, payload: {}, doneAt: now() };
  await db.update(outbox).set(done).where(eq(outbox.id, id));
}

async function postpone(deps: OutboxDeps, row: Row, error: unknown): Promise<void> {
  const attempts = row.attempts + 1;
  const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
  const givenUp = attempts >= MAX_ATTEMPTS || error instanceof FinalFailure;
  if (row.kind === mailWork.kind) deps.events.record('mail.failed', { attempts, givenUp });
  const now = deps.now();
  const runAt = new Date(now.getTime() + waitAfter(attempts) * 1000);
  // Given up, it keeps its payload until its row is deleted: an operator may retry it.
  const next = givenUp ? { doneAt: now } : { runAt };
  await deps.db
    .update(outbox)
    .set({ attempts, lastError, ...next })
    .where(eq(outbox.id, row.id));
  const handler = deps.handlers.find(({ kind }) => kind === row.kind);
  if (givenUp) await handler?.givenUp?.(row.payload, error);
}

export interface OutboxRunner {
  /** Runs soon. No effect before `start`, which finds due work itself. */
  wake(): void;
  start(deps: OutboxDeps): void;
  /** Waits for the current piece. */
  stop(): Promise<void>;
}

/** ms between two checks, for retries and for work added by other nodes. */
const LOOK_EVERY = 2000;

export function createOutboxRunner(log: Logger, lookEvery = LOOK_EVERY): OutboxRunner {
  let deps: OutboxDeps | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let again = false;

  const run = async (using: OutboxDeps): Promise<void> => {
    do {
      again = false;
      await runDueWork(using).catch((error: unknown) =>
        log.warn({ err: error }, 'The outbox could not be processed'),
      );
    } while (again && deps);
  };
  const wake = (): void => {
    if (!deps) return;
    if (running) {
      again = true;
      return;
    }
    running = run(deps).finally(() => {
      running = null;
    });
  };
  return {
    wake,
    start(using) {
      deps = using;
      timer = setInterval(wake, lookEvery);
      wake();
    },
    async stop() {
      deps = null;
      clearInterval(timer);
      await running;
    },
  };
}
