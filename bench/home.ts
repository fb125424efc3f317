import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { freePort } from '../scripts/lib/processes.mjs';
import { buildSite } from '../scripts/lib/site-build.mjs';
import { weighPage } from '../scripts/sizes/weigh.ts';
import { alone, atEnd, type BenchServer, ownFolder, perCpuSecond, startServer } from './harness.ts';
import { HttpLoad } from './http-load.ts';
import { compare, type Measure, median } from './pairs.ts';
import type { BenchRow } from './row.ts';

const LANES = 16;

interface Contender {
  server: BenchServer;
  load: HttpLoad;
  url: string;
  /** Requests a second by the clock, window by window. */
  rates: number[];
}

function contender(server: BenchServer, url: string): Contender {
  const load = new HttpLoad(url, LANES);
  atEnd(async () => load.close());
  return { server, load, url, rates: [] };
}

/** The product as `npm start` runs it, without the cast, whose pictures would share the processor. */
async function startProduct(): Promise<Contender> {
  const port = await freePort();
  const product = startServer('server/main.ts', {
    MODE: 'demo',
    DEMO_CAST: 'false',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(await ownFolder(), 'data'),
    LOG_LEVEL: 'error',
  });
  const ours = contender(product, `http://127.0.0.1:${port}`);
  // Sends nothing by itself, so this only ever rejects: when the product ends while starting.
  const ended = product.next<never>();
  const isUp = () =>
    ours.load.ask({ path: '/readyz' }).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await Promise.race([isUp(), ended]))) await sleep(200);
  return ours;
}

async function startPeer(html: Buffer): Promise<Contender> {
  const file = join(await ownFolder(), 'home.html');
  await writeFile(file, html);
  const peer = startServer('bench/home-peer.ts', { BENCH_HTML: file });
  const { port } = await peer.next<AddressInfo>();
  return contender(peer, `http://127.0.0.1:${port}`);
}

/** Every answer has to be a whole page of this many bytes. */
function requests({ server, load, rates }: Contender, bytes: number): Measure {
  return (ms) =>
    perCpuSecond(server, async () => {
      const { answers, seconds } = await load.askFor(
        ms,
        () => ({}),
        ({ body }) => body.byteLength === bytes,
      );
      rates.push(answers / seconds);
      return answers;
    });
}

const kilo = (bytes: number) => (bytes / 1024).toFixed(1);

/** Bytes of all texts of a kind, each compressed by itself as they travel. */
function weigh(texts: readonly string[]): string {
  const sum = (pack: (text: string) => { byteLength: number }) =>
    kilo(texts.reduce((all, text) => all + pack(text).byteLength, 0));
  return `${sum((text) => Buffer.from(text))} / ${sum(gzipSync)} / ${sum(brotliCompressSync)}`;
}

/** What a guest's browser fetches of the home page before anybody touches it. */
async function weights(load: HttpLoad, html: string): Promise<string> {
  const fetched = new Map<string, string>();
  await weighPage(html, async (path) => {
    const { body } = await load.ask({ path });
    fetched.set(path, body.toString());
    return body.toString();
  });
  const kind = (end: string) => [...fetched].filter(([path]) => path.endsWith(end)).map(([, text]) => text);
  const [styles, scripts] = [kind('.css'), kind('.js')];
  return [
    `KB raw / gzip / brotli: HTML ${weigh([html])}`,
    `CSS ${weigh(styles)} in ${styles.length} files`,
    `JS ${weigh(scripts)} in ${scripts.length} files`,
  ].join('; ');
}

/** The home page a guest gets, rendered anew each time, against a plain server that has it in memory. */
export async function run(): Promise<BenchRow[]> {
  if ((await buildSite()) !== 0) throw new Error('the site could not be built');
  const ours = await startProduct();
  const { body, status } = await ours.load.ask();
  if (status !== 200) throw new Error(`the home page answers ${status}`);
  const peer = await startPeer(body);
  const [again, same] = [await fresh(ours.url), await fresh(peer.url)];
  if (!again.body.equals(same.body)) throw new Error('the home page is not the same twice');

  const speed = await compare({
    name: 'home page, 60 performers, guest',
    unit: 'requests per server CPU-second',
    ours: requests(ours, body.byteLength),
    peer: requests(peer, body.byteLength),
    note: () =>
      `rendered from the database each time; by the clock, ${LANES} connections: ours ` +
      `${Math.round(median(ours.rates))}/s, plain node:http ${Math.round(median(peer.rates))}/s`,
  });
  const ratio = again.wireBytes / same.wireBytes;
  const weight: BenchRow = {
    name: 'home page, bytes of the answer',
    unit: 'bytes, head and body, nothing compressed',
    ours: again.wireBytes,
    peer: same.wireBytes,
    ratio,
    min: ratio,
    max: ratio,
    note: await weights(ours.load, body.toString()),
  };
  return [speed, weight];
}

/** One answer over a connection of its own. */
async function fresh(url: string) {
  const load = new HttpLoad(url, 1);
  const answer = await load.ask();
  load.close();
  return answer;
}

if (import.meta.main) await alone(run);
