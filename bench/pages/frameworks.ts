// npm run bench:peers: compares the home page with the same 60 cards rendered by other frameworks (bench/peers).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchRow } from '@vonk/bench';
import { alone, compare, median, ownFolder } from '@vonk/bench';
import type { OutputOf } from '#contract/endpoint.ts';
import type { listPerformers } from '#contract/performers/directory/directory-calls.ts';
import { buildSite } from '../../scripts/lib/site-build.mjs';
import {
  type Contender,
  fetchOnce,
  LANES,
  quiet,
  requests,
  startOnPort,
  startProduct,
  uncachedRequest,
} from './product.ts';

const folder = new URL('../peers/', import.meta.url).pathname;
const bin = (name: string) => join(folder, 'node_modules/.bin', name);

interface Peer {
  name: string;
  build: readonly string[];
  server: string;
  /** Required ratio of our rate to the peer's (proof.md). */
  goal: number;
}

const peers: readonly Peer[] = [
  { name: 'astro', build: [bin('astro'), 'build'], server: 'dist/server/entry.mjs', goal: 0.8 },
  { name: 'sveltekit', build: [bin('vite'), 'build'], server: 'build/index.js', goal: 1.8 },
  { name: 'nuxt', build: [bin('nuxt'), 'build'], server: '.output/server/index.mjs', goal: 1.8 },
  { name: 'next', build: [bin('next'), 'build'], server: '.next/standalone/next/server.js', goal: 8 },
];

function perform(command: readonly string[], cwd: string, settings: Record<string, string> = {}): void {
  const [program = '', ...rest] = command;
  const env = { ...process.env, NODE_ENV: 'production', ...settings };
  const { status, stderr, stdout } = spawnSync(program, rest, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} in ${cwd} failed:\n${stdout}${stderr}`);
}

/** Saves the peers' input: the cards from our API, and for Astro the rest of our page. */
async function capture(ours: Contender): Promise<{ file: string; bytes: number }> {
  const { body } = await ours.load.send(uncachedRequest());
  const html = body.toString();
  const first = html.indexOf('<li data-user');
  const [start, end] = [
    html.lastIndexOf('<ul', first),
    html.indexOf('</ul>', html.lastIndexOf('<li data-user')) + 5,
  ];
  const answer = await ours.load.send({
    path: '/api/engine/performers?ordering[0][key]=language&ordering[0][value]=nl',
    headers: { 'api-key': 'vonk-web' },
  });
  const { result } = JSON.parse(answer.body.toString()) as OutputOf<typeof listPerformers>;
  const file = join(await ownFolder(), 'page.json');
  const page = {
    head: html.slice(html.indexOf('<head>') + 6, html.indexOf('</head>')),
    before: html.slice(html.indexOf('>', html.indexOf('<body')) + 1, start),
    after: html.slice(end, html.indexOf('</body>')),
    cards: result,
  };
  await writeFile(file, JSON.stringify(page));
  return { file, bytes: body.byteLength };
}

async function against(
  peer: Peer,
  ours: Contender,
  page: { file: string; bytes: number },
): Promise<BenchRow> {
  const root = join(folder, peer.name);
  perform(peer.build, root, { BENCH_PAGE: page.file });
  const theirs = await startOnPort(join(root, peer.server), { BENCH_PAGE: page.file, HOSTNAME: '127.0.0.1' });
  const { body } = await fetchOnce(theirs.url);
  const cards = body.toString().match(/class="card"/g)?.length;
  if (cards !== 60) throw new Error(`${peer.name} rendered ${cards} cards`);
  return compare({
    name: `home page rendered for each request, against ${peer.name}`,
    unit: 'requests per server CPU-second',
    ours: requests(ours, page.bytes, uncachedRequest),
    peer: requests(theirs, body.byteLength),
    note: () =>
      `goal ${peer.goal}; ${body.byteLength.toLocaleString('en')} bytes against our ${page.bytes.toLocaleString('en')}; ` +
      `by wall time, ${LANES} connections: ours ${Math.round(median(ours.rates.splice(0)))}/s, theirs ${Math.round(median(theirs.rates))}/s`,
  });
}

export async function run(): Promise<BenchRow[]> {
  const only = process.argv
    .find((argument) => argument.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',');
  if (!existsSync(join(folder, 'node_modules'))) perform(['npm', 'ci', '--no-audit', '--no-fund'], folder);
  if ((await buildSite()) !== 0) throw new Error('The site could not be built');
  const ours = await startProduct();
  await quiet(ours);
  const page = await capture(ours);
  const rows: BenchRow[] = [];
  for (const peer of peers) {
    if (!only || only.includes(peer.name)) rows.push(await against(peer, ours, page));
  }
  return rows;
}

if (import.meta.main) await alone(run);
