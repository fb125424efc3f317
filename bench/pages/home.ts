import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { BenchRow } from '@vonk/bench';
import { alone, compare, median, ownFolder, startServer } from '@vonk/bench';
import { buildSite } from '../../scripts/lib/site-build.mjs';
import { weighPage } from '../../scripts/sizes/weigh.ts';
import type { HttpLoad, LoadRequest } from '../http-load.ts';
import {
  affiliateRequest,
  type Contender,
  contender,
  fetchOnce,
  LANES,
  quiet,
  requests,
  startProduct,
  uncachedRequest,
} from './product.ts';

async function startPeer(html: Buffer): Promise<Contender> {
  const file = join(await ownFolder(), 'home.html');
  await writeFile(file, html);
  const peer = startServer('bench/pages/home-peer.ts', { BENCH_HTML: file });
  const { port } = await peer.next<AddressInfo>();
  return contender(peer, `http://127.0.0.1:${port}`);
}

const kilo = (bytes: number) => (bytes / 1024).toFixed(1);

/** Bytes of all texts, each compressed separately as on the wire. */
function weigh(texts: readonly string[]): string {
  const sum = (pack: (text: string) => { byteLength: number }) =>
    kilo(texts.reduce((all, text) => all + pack(text).byteLength, 0));
  return `${sum((text) => Buffer.from(text))} / ${sum(gzipSync)} / ${sum(brotliCompressSync)}`;
}

/** Weights of the files that a browser loads for the home page before any interaction. */
async function weights(load: HttpLoad, html: string): Promise<string> {
  const fetched = new Map<string, string>();
  await weighPage(html, async (path) => {
    const { body } = await load.send({ path });
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

/** Compares a guest's home page with a plain server that sends the same bytes from memory. */
export async function run(): Promise<BenchRow[]> {
  if ((await buildSite()) !== 0) throw new Error('The site could not be built');
  const ours = await startProduct();
  const { body, status } = await ours.load.send();
  if (status !== 200) throw new Error(`The home page answered ${status}`);
  await quiet(ours);
  const peer = await startPeer(body);
  const [again, same] = [await fetchOnce(ours.url), await fetchOnce(peer.url)];
  if (!again.body.equals(same.body)) throw new Error('The product and its peer send different home pages');
  const kept = await compare({
    name: 'home page, 60 performers, guest, cached for a second',
    unit: 'requests per server CPU-second',
    ours: requests(ours, body.byteLength),
    peer: requests(peer, body.byteLength),
    note: () => `${byTheClock(ours, peer)}`,
  });
  const made = await compareEach(ours, peer, {
    name: 'home page, 60 performers, guest, rendered for each request',
    make: uncachedRequest,
    about: 'each with a unique query, so no page is cached',
  });
  const affiliate = await compareEach(ours, peer, {
    name: 'home page, 60 performers, guest, a new Click_id per request',
    make: affiliateRequest,
    about: "one cached page, filled with each visitor's own values",
  });
  const ratio = again.wireBytes / same.wireBytes;
  const weight: BenchRow = {
    name: 'home page, bytes of the response',
    unit: 'bytes, head and body, nothing compressed',
    ours: again.wireBytes,
    peer: same.wireBytes,
    ratio,
    min: ratio,
    max: ratio,
    note: await weights(ours.load, body.toString()),
  };
  return [kept, affiliate, made, weight];
}

/** The same comparison with a unique URL per request. */
async function compareEach(
  ours: Contender,
  peer: Contender,
  { name, make, about }: { name: string; make: () => LoadRequest; about: string },
): Promise<BenchRow> {
  const made = await ours.load.send(make());
  const plain = await peer.load.send();
  return compare({
    name,
    unit: 'requests per server CPU-second',
    ours: requests(ours, made.body.byteLength, make),
    peer: requests(peer, plain.body.byteLength),
    note: () => `${about}; ${byTheClock(ours, peer)}`,
  });
}

const byTheClock = (ours: Contender, peer: Contender): string =>
  `by wall time, ${LANES} connections: ours ${Math.round(median(ours.rates.splice(0)))}/s, ` +
  `plain node:http ${Math.round(median(peer.rates.splice(0)))}/s`;

if (import.meta.main) await alone(run);
