import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/lib/processes.mjs';
import { atEnd, type BenchServer, ownFolder, perCpuSecond, startServer } from '../harness.ts';
import { type Ask, HttpLoad } from '../http-load.ts';
import type { Measure } from '../pairs.ts';

export const LANES = 16;

/** A server that answers pages, and the connections that ask it. */
export interface Contender {
  server: BenchServer;
  load: HttpLoad;
  url: string;
  /** Requests a second by the clock, window by window. */
  rates: number[];
}

export function contender(server: BenchServer, url: string): Contender {
  const load = new HttpLoad(url, LANES);
  atEnd(async () => load.close());
  return { server, load, url, rates: [] };
}

/** Starts a server that listens on the PORT it is given, and waits until it answers. */
export async function startOnPort(
  script: string,
  { path = '/', ...settings }: Record<string, string> = {},
): Promise<Contender> {
  const port = await freePort();
  const server = startServer(script, { ...settings, PORT: String(port), HOST: '127.0.0.1' });
  const started = contender(server, `http://127.0.0.1:${port}`);
  // Sends nothing by itself, so this only ever rejects: when the server ends while starting.
  const ended = server.next<never>();
  const isUp = () =>
    started.load.ask({ path }).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await Promise.race([isUp(), ended]))) await sleep(200);
  return started;
}

/** The product as `npm start` runs it, without the cast, whose pictures would share the processor. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Contender> {
  const DATA_DIR = join(await ownFolder(), 'data');
  const fixed = { MODE: 'demo', DEMO_CAST: 'false', DATA_DIR, LOG_LEVEL: 'error', path: '/readyz' };
  return startOnPort('server/main.ts', { ...fixed, ...settings });
}

/** Waits until the server does nothing of its own: pictures and films of a fresh demo are made after the start. */
export async function quiet({ server }: Contender): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const before = await server.cpuSeconds();
    await sleep(2000);
    if ((await server.cpuSeconds()) - before < 0.1) return;
  }
}

/** Requests per second of the server's processor; every answer has to be a whole page of this many bytes. */
export function requests(
  { server, load, rates }: Contender,
  bytes: number,
  make: () => Ask = () => ({}),
): Measure {
  return (ms) =>
    perCpuSecond(server, async () => {
      const { answers, seconds } = await load.askFor(ms, make, ({ body }) => body.byteLength === bytes);
      rates.push(answers / seconds);
      return answers;
    });
}

/** One answer over a connection of its own. */
export async function fresh(url: string, path = '/') {
  const load = new HttpLoad(url, 1);
  const answer = await load.ask({ path });
  load.close();
  return answer;
}

const BASE = 1_000_000;
let visits = 0;

/** A URL nobody asked for before, always of the same length: the page is made. */
export function unknownUrl(): Ask {
  visits += 1;
  return { path: `/?utm_id=${BASE + visits}` };
}

/** A visitor an affiliate sends: one page for all of them, each with a Click_id of their own in it. */
export function affiliateUrl(): Ask {
  visits += 1;
  return { path: `/?p=12&Click_id=${BASE + visits}` };
}
