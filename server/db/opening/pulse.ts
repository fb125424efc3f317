import type { PoolClient } from 'pg';
import pg from 'pg';
import { codeOf } from '../errors.ts';

/**
 * ms after which the database counts as silent. Every query passes here, so this is how long anything waits that needs
 * the database: a page, a call, a socket, a file, the desk, /readyz.
 */
export const ANSWER_MS = 2000;

/** Parts of that time: without an answer before it is asked again, for that question, between two looks. */
const [QUIET, QUESTION, LOOK] = [0.4, 0.5, 0.05];

/** The database does not answer: `isUnavailable` recognises it by its code. */
export class SilentError extends Error {
  override readonly name = 'SilentError';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database does not answer');
  }
}

interface PulseParts {
  readonly answerMs: number;
  /** Asks the database over a new connection. False if it does not answer within `ms`. */
  readonly ask: (ms: number) => Promise<boolean>;
  /** Closes every open connection, which fails its queries. */
  readonly drop: () => void;
}

export interface Pulse {
  /** Registers what waits for the database: `onSilent` is called if it becomes silent, at once if it is. */
  begin(onSilent: () => void): () => void;
  /** Data arrived from the database on any connection. */
  heard(): void;
  close(): void;
}

/**
 * Tells a silent database from a slow query: if nothing arrives while queries wait, asks over a new connection.
 * Without an answer, waiting and new queries fail until the database answers.
 */
export function createPulse({ answerMs, ask, drop }: PulseParts): Pulse {
  const waiting = new Set<{ readonly since: number; readonly onSilent: () => void }>();
  let heardAt = performance.now();
  let isSilent = false;
  let isAsking = false;

  const isQuiet = (): boolean => {
    const [oldest] = waiting;
    return oldest !== undefined && performance.now() - Math.max(oldest.since, heardAt) >= answerMs * QUIET;
  };
  const settle = (answered: boolean): void => {
    isSilent = !answered;
    if (answered) heardAt = performance.now();
    else {
      const failed = [...waiting];
      waiting.clear();
      for (const { onSilent } of failed) onSilent();
      drop();
    }
  };
  const look = (): void => {
    if (isAsking || !(isSilent || isQuiet())) return;
    isAsking = true;
    const askedAt = performance.now();
    void ask(answerMs * QUESTION).then((answered) => {
      isAsking = false;
      settle(answered || heardAt > askedAt);
    });
  };
  const timer = setInterval(look, answerMs * LOOK);
  timer.unref();

  return {
    begin(onSilent) {
      if (isSilent) {
        onSilent();
        return () => {};
      }
      const entry = { since: performance.now(), onSilent };
      waiting.add(entry);
      return () => void waiting.delete(entry);
    },
    heard() {
      heardAt = performance.now();
    },
    close: () => clearInterval(timer),
  };
}

/** What pg's types leave out. */
type Wired = PoolClient & { readonly connection: { readonly stream: import('node:net').Socket } };
type Connected = (error: Error | undefined, client: PoolClient | undefined, release?: () => void) => void;

/** Makes every connection and query of the pool fail if the database becomes silent. Returns how to end the watch. */
export function watchPool(pool: pg.Pool, url: string, answerMs: number): () => void {
  const open = new Set<Wired>();
  const pulse = createPulse({
    answerMs,
    ask: (ms) => answersAt(url, ms),
    drop: () => {
      for (const { connection } of open) connection.stream.destroy();
    },
  });
  pool.on('connect', (client) => {
    const wired = client as Wired;
    open.add(wired);
    wired.connection.stream.on('data', pulse.heard);
    watchQueries(client, pulse);
  });
  pool.on('remove', (client) => void open.delete(client as Wired));
  watchConnects(pool, pulse);
  return pulse.close;
}

/** A connection that arrives after its waiter was told of the silence goes back to the pool. */
function watchConnects(pool: pg.Pool, pulse: Pulse): void {
  const connect = pool.connect.bind(pool) as (connected: Connected) => void;
  const watched = (connected: Connected): void => {
    let isTold = false;
    const end = pulse.begin(() => {
      isTold = true;
      connected(new SilentError(), undefined);
    });
    if (isTold) return;
    connect((error, client, release) => {
      if (isTold) return release?.();
      end();
      connected(error, client, release);
    });
  };
  pool.connect = ((connected?: Connected) =>
    connected
      ? watched(connected)
      : new Promise<PoolClient | undefined>((resolve, reject) =>
          watched((error, client) => (error ? reject(error) : resolve(client))),
        )) as typeof pool.connect;
}

/**
 * A query that is running when its connection is dropped fails by that. pg keeps a timed-out query on its connection,
 * where later ones would wait behind it: closes the connection.
 */
function watchQueries(client: PoolClient, pulse: Pulse): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]): unknown => {
    const end = pulse.begin(() => {});
    const done = args.at(-1);
    if (typeof done === 'function') {
      const callback = (...answer: unknown[]): unknown => {
        end();
        return done(...answer);
      };
      return query(...args.slice(0, -1), callback);
    }
    const result = query(...args);
    if (result instanceof Promise)
      result.then(end, (error: Error) => {
        end();
        if (error.message === 'Query read timeout') void (client as unknown as pg.Client).end();
      });
    else end();
    return result;
  };
  client.query = watched as typeof client.query;
}

/** A refusal is an answer too, unless it says that the server stops or starts (57P). */
const isAnswer = (error: unknown): boolean => /^(?!57P)(?=.*\d)[0-9A-Z]{5}$/.test(codeOf(error) ?? '');

async function answersAt(url: string, ms: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  const answer = (async () => {
    await client.connect();
    await client.query('select 1');
    return true;
  })().catch(isAnswer);
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  // After a pause of this process, what has arrived meanwhile is read before the time counts as over.
  const timer = setTimeout(() => setImmediate(() => setImmediate(resolve, false)), ms);
  const answered = await Promise.race([answer, late]);
  clearTimeout(timer);
  (client as unknown as Wired).connection.stream.destroy();
  return answered;
}
