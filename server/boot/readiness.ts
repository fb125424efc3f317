import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import { isDiskFull } from '#server/db/opening/open-pglite.ts';
import { ANSWER_MS } from '#server/db/opening/pulse.ts';
import { type Health, type Part, type PartState, partNames } from '#server/ports/deps.ts';
import { JUMP_MS, type SteadyClock } from '#server/steady-clock.ts';

export interface Readiness {
  /** Whether the process should get traffic. True without Redis: each node then works alone. */
  readonly ready: boolean;
  readonly parts: Readonly<Record<Part, PartState>>;
  /** `ahead`: the product's clock is ahead of the host's, as after a jump back that it follows within a minute or so. */
  readonly clock: 'ok' | 'ahead';
}

export interface CheckedParts {
  /** One round trip to the database. */
  readonly pingDatabase: () => Promise<void>;
  /** One round trip to Redis; null if it is not configured. */
  readonly pingRedis: (() => Promise<unknown>) | null;
  readonly dataDir: string;
  readonly registry: Registry;
  /** Timeout of a part in ms. */
  readonly answerMs?: number;
}

/** Checks each part when called; concurrent callers share one result. Also exported as the gauge `vonk_part_up`. */
export function createPartsCheck(parts: CheckedParts): Health['parts'] {
  let asking: Promise<Readiness['parts']> | null = null;

  const { answerMs = ANSWER_MS } = parts;
  async function askAll(): Promise<Readiness['parts']> {
    const [database, redis, disk] = await Promise.all([
      answers(parts.pingDatabase, answerMs),
      parts.pingRedis ? answers(parts.pingRedis, answerMs) : ('none' as const),
      diskOf(parts.dataDir),
    ]);
    return { database, redis, disk };
  }
  const ask = (): Promise<Readiness['parts']> => {
    asking ??= askAll().finally(() => {
      asking = null;
    });
    return asking;
  };

  new Gauge({
    name: 'vonk_part_up',
    help: '1 if the database, Redis or disk works, else 0; no series for Redis if none is configured',
    labelNames: ['part'],
    registers: [parts.registry],
    async collect() {
      const states = await ask();
      for (const part of partNames)
        if (states[part] !== 'none') this.set({ part }, states[part] === 'ok' ? 1 : 0);
    },
  });

  return ask;
}

export const createReadiness =
  (check: Health['parts'], steady: Pick<SteadyClock, 'behindMs'>, isDraining: () => boolean) =>
  async (): Promise<Readiness> => {
    const parts = await check();
    const clock = steady.behindMs() <= -JUMP_MS ? 'ahead' : 'ok';
    const ready = !isDraining() && parts.database === 'ok' && parts.disk === 'ok' && clock === 'ok';
    return { ready, parts, clock };
  };

async function answers(ping: () => Promise<unknown>, answerMs: number): Promise<PartState> {
  const tooLong = new AbortController();
  const late = sleep(answerMs, 'away' as const, { signal: tooLong.signal }).catch(() => 'away' as const);
  const answered = ping().then(
    () => 'ok' as const,
    () => 'away' as const,
  );
  const state = await Promise.race([answered, late]);
  tooLong.abort();
  return state;
}

const diskOf = async (folder: string): Promise<PartState> => ((await isDiskFull(folder)) ? 'full' : 'ok');
