// node packages/media/bench/counters.ts: ms from a packet that a viewer of Janus was sent to a count that billing reads with it: of the
// first one after a pause, and of the last one before it; at the node that counts and, with a Redis, at another one.
//   --runs=40 --viewers=1,30
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd, endBench, given } from '@vonk/bench';
import { Redis } from 'ioredis';
import { openJanus } from '../janus/testing.ts';
import type { MediaGateway } from '../port/gateway.ts';
import { startOwnJanus } from '../testing/janus/own-janus.ts';
import type { JanusPlayer } from '../testing/janus/player.ts';

const runs = Number(given('runs', '40'));
const sizes = given('viewers', '1,30').split(',').map(Number);
const PACKET_MS = 20;
/** ms between two looks at a count. */
const LOOK_MS = 5;
/** ms of media and of none in a run, each drawn by chance: no look may keep pace with them. */
const RUN_MS = { least: 900, more: 800 };
/** ms after which a count that does not change is the last one. */
const SETTLED_MS = 1500;
/** ms in which a count must be told. */
const PATIENCE_MS = 10_000;

interface Delays {
  first: number[];
  last: number[];
}

/** What a node tells of a viewer, and since when. */
class Watched {
  readonly delays: Delays = { first: [], last: [] };
  changedAt = 0;
  readonly #gateway: MediaGateway;
  readonly #timer: NodeJS.Timeout;
  #packets = 0;

  constructor(gateway: MediaGateway) {
    this.#gateway = gateway;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const packets = this.#gateway.viewer('viewer-0')?.packetsOut ?? 0;
    if (packets !== this.#packets) this.changedAt = Date.now();
    this.#packets = packets;
  }
}

async function until(isTrue: () => boolean): Promise<number> {
  const end = Date.now() + PATIENCE_MS;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error('what was delivered was not told');
    await sleep(1);
  }
  return Date.now();
}

const drawn = () => sleep(RUN_MS.least + Math.random() * RUN_MS.more);

/** One stretch of media and the pause after it. */
async function run(send: () => void, player: JanusPlayer, nodes: readonly Watched[]): Promise<void> {
  const before = player.packets;
  const sending = setInterval(send, PACKET_MS);
  const firstAt = await until(() => player.packets > before);
  await Promise.all(
    nodes.map(async (node) =>
      node.delays.first.push((await until(() => node.changedAt >= firstAt)) - firstAt),
    ),
  );
  await drawn();
  clearInterval(sending);
  await sleep(SETTLED_MS);
  // A count that had all before its last packet came was told in time.
  for (const node of nodes) node.delays.last.push(Math.max(0, node.changedAt - player.lastMediaAt));
}

function told(name: string, ms: readonly number[]): string {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return `${name}: p50 · p95 · max ${at(0.5)} · ${at(0.95)} · ${at(1)} ms of ${ms.length}`;
}

async function measure(): Promise<void> {
  const janus = await startOwnJanus();
  atEnd(() => janus.remove());
  const url = process.env['TEST_REDIS_URL'];
  const clients = url ? [0, 1].map(() => new Redis(url, { keyPrefix: `${janus.config.url}:` })) : [];
  atEnd(async () => {
    for (const client of clients) client.disconnect();
  });
  const counting = await openJanus(janus, { redis: clients[0] ?? null });
  atEnd(() => counting.close());
  // The first one has the lease by now.
  await sleep(500);
  const others = clients.length > 1 ? [await openJanus(janus, { redis: clients[1] ?? null })] : [];
  for (const other of others) atEnd(() => other.close());

  const { gateway } = counting;
  const encoder = await counting.publish(await gateway.publishTarget('bench', 'publisher'));
  const players: JanusPlayer[] = [];
  for (const size of sizes) {
    // A room without media lets nobody in.
    const sending = setInterval(() => encoder.send(), PACKET_MS);
    while (players.length < size)
      players.push(await counting.play(await gateway.playTarget('bench', `viewer-${players.length}`)));
    clearInterval(sending);
    await sleep(SETTLED_MS);
    const [player] = players;
    if (!player) throw new Error('at least one viewer is needed');
    const nodes = [counting, ...others].map((node) => new Watched(node.gateway));
    for (let done = 0; done < runs; done += 1) await run(() => encoder.send(), player, nodes);
    for (const node of nodes) node.stop();
    console.log(`${size} viewers, load ${loadavg()[0]?.toFixed(1)}`);
    nodes.forEach(({ delays }, index) => {
      const who = index === 0 ? 'at the node that counts' : 'at another node';
      console.log(told(`  first packet, ${who}`, delays.first));
      console.log(told(`  last packet, ${who}`, delays.last));
    });
  }
}

if (import.meta.main) {
  await measure().finally(endBench);
  process.exit();
}
