// node packages/media/bench/counters.ts --runs=40 --viewers=1,30: measures ms from a packet to a Janus viewer until
// billing's count includes it, on the counting node and, with a Redis, on another node.
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd, endBench, option } from '@vonk/bench';
import { Redis } from 'ioredis';
import { openJanus } from '../janus/testing.ts';
import type { MediaGateway } from '../port/gateway.ts';
import { startOwnJanus } from '../testing/janus/own-janus.ts';
import type { JanusPlayer } from '../testing/janus/player.ts';

const runs = Number(option('runs', '40'));
const sizes = option('viewers', '1,30').split(',').map(Number);
const PACKET_MS = 20;
/** ms between two reads of a count. */
const LOOK_MS = 5;
/** ms of media and of pause in a run, both random, so that they do not align with the checks. */
const RUN_MS = { least: 900, more: 800 };
/** ms after which an unchanged count is final. */
const SETTLED_MS = 1500;
/** Timeout in ms for a count to change. */
const PATIENCE_MS = 10_000;

interface Delays {
  first: number[];
  last: number[];
}

/** Watches a node's count of a viewer and when it changes. */
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
    if (Date.now() > end) throw new Error(`Viewer counts did not arrive within ${PATIENCE_MS} ms`);
    await sleep(1);
  }
  return Date.now();
}

const drawn = () => sleep(RUN_MS.least + Math.random() * RUN_MS.more);

/** Sends one stretch of media and pauses after it. */
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
  // The count may be complete before the player has received its last packet: then the delay is 0.
  for (const node of nodes) node.delays.last.push(Math.max(0, node.changedAt - player.lastMediaAt));
}

function percentiles(name: string, ms: readonly number[]): string {
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
  // By then the first node has the lease.
  await sleep(500);
  const others = clients.length > 1 ? [await openJanus(janus, { redis: clients[1] ?? null })] : [];
  for (const other of others) atEnd(() => other.close());

  const { gateway } = counting;
  const encoder = await counting.publish(await gateway.publishTarget('bench', 'publisher'));
  const players: JanusPlayer[] = [];
  for (const size of sizes) {
    // A room without media refuses viewers.
    const sending = setInterval(() => encoder.send(), PACKET_MS);
    while (players.length < size)
      players.push(await counting.play(await gateway.playTarget('bench', `viewer-${players.length}`)));
    clearInterval(sending);
    await sleep(SETTLED_MS);
    const [player] = players;
    if (!player) throw new Error('At least one viewer is needed');
    const nodes = [counting, ...others].map((node) => new Watched(node.gateway));
    for (let done = 0; done < runs; done += 1) await run(() => encoder.send(), player, nodes);
    for (const node of nodes) node.stop();
    console.log(`${size} viewers, load ${loadavg()[0]?.toFixed(1)}`);
    nodes.forEach(({ delays }, index) => {
      const who = index === 0 ? 'at the node that counts' : 'at another node';
      console.log(percentiles(`  first packet, ${who}`, delays.first));
      console.log(percentiles(`  last packet, ${who}`, delays.last));
    });
  }
}

if (import.meta.main) {
  await measure().finally(endBench);
  process.exit();
}
