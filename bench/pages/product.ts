import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from '@vonk/bench';
import { atEnd, type BenchServer, ownFolder, perCpuSecond, startServer } from '@vonk/bench';
import { freePort } from '../../scripts/lib/processes.mjs';
import { HttpLoad, type LoadRequest } from '../http-load.ts';

export const LANES = 16;

/** A server and the connections to it. */
export interface Contender {
  server: BenchServer;
  load: HttpLoad;
  url: string;
  /** Requests per second of wall time, by window. */
  rates: number[];
}

export function contender(server: BenchServer, url: string): Contender {
  const load = new HttpLoad(url, LANES);
  atEnd(async () => load.close());
  return { server, load, url, rates: [] };
}

/** Starts a server on a free PORT and waits until it answers. */
export async function startOnPort(
  script: string,
  { path = '/', ...settings }: Record<string, string> = {},
): Promise<Contender> {
  const port = await freePort();
  const server = startServer(script, { ...settings, PORT: String(port), HOST: '127.0.0.1' });
  const started = contender(server, `http://127.0.0.1:${port}`);
  // Sends no message, so this only rejects if the server ends during its start.
  const ended = server.next<never>();
  const isUp = () =>
    started.load.send({ path }).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await Promise.race([isUp(), ended]))) await sleep(200);
  return started;
}

/** Runs the product like `npm start`, without the cast, whose pictures would use CPU time. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Contender> {
  const DATA_DIR = join(await ownFolder(), 'data');
  const fixed = { MODE: 'demo', DEMO_CAST: 'false', DATA_DIR, LOG_LEVEL: 'error', path: '/readyz' };
  return startOnPort('server/main.ts', { ...fixed, ...settings });
}

/** Waits until the server is idle: a new demo makes pictures and films after the start. */
export async function quiet({ server }: Contender): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const before = await server.cpuSeconds();
    await sleep(2000);
    if ((await server.cpuSeconds()) - before < 0.1) return;
  }
}

/** Requests per CPU second; every response must have `bytes` bytes. */
export function requests(
  { server, load, rates }: Contender,
  bytes: number,
  make: () => LoadRequest = () => ({}),
): Measure {
  return (ms) =>
    perCpuSecond(server, async () => {
      const { answers, seconds } = await load.sendFor(ms, make, ({ body }) => body.byteLength === bytes);
      rates.push(answers / seconds);
      return answers;
    });
}

/** One response over a new connection. */
export async function fetchOnce(url: string, path = '/') {
  const load = new HttpLoad(url, 1);
  const answer = await load.send({ path });
  load.close();
  return answer;
}

const BASE = 1_000_000;
let visits = 0;

/** A URL that was never requested, always of the same length: the page is made. */
export function uncachedRequest(): LoadRequest {
  visits += 1;
  return { path: `/?utm_id=${BASE + visits}` };
}

/** A request with an affiliate: the same page for all, each with a unique Click_id. */
export function affiliateRequest(): LoadRequest {
  visits += 1;
  return { path: `/?p=12&Click_id=${BASE + visits}` };
}
