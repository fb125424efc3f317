import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  alone,
  atEnd,
  type BenchRow,
  compare,
  type Plan,
  pinned,
  plan,
  quick,
  startServer,
} from '@vonk/bench';
import { openJanus } from '../janus/testing.ts';
import { type OwnJanus, startOwnJanus } from '../testing/janus/own-janus.ts';
import type { JanusPlayer } from '../testing/janus/player.ts';
import { type Contender, FanOutLoad, MediaLoad, packetBytes } from './viewers-load.ts';
import type { FanOutPorts, ServerPorts } from './viewers-server.ts';

/** 62 packets of 1,200 bytes a second are about 600 kbit/s. */
const packetsPerSecond = 62;
const viewerSteps = [10, 30, 60] as const;
const viewersBesideJanus = 60;
/** In ms; the kernel counts another program's CPU time in steps of 10. */
const janusWindowMs = 4000;
/** ms until a media server's hot code is compiled: before, a packet costs up to 50 % more. */
const warmUpMs = quick ? plan.warmUpMs : 15_000;

/** Viewers per core of the server, by its CPU time per delivered packet. */
const viewersPerCore = (contender: Contender) => async (ms: number) => {
  const [cpuBefore, receivedBefore] = [await contender.cpuSeconds(), contender.received()];
  const startedAt = performance.now();
  for (let sent = 0; performance.now() - startedAt < ms; ) {
    const due = ((performance.now() - startedAt) / 1000) * packetsPerSecond;
    for (; sent < due; sent += 1) contender.send();
    await sleep(4);
  }
  await sleep(50);
  const cost = ((await contender.cpuSeconds()) - cpuBefore) / (contender.received() - receivedBefore);
  return 1 / (cost * packetsPerSecond);
};

const unit = 'viewers per core at 600 kbit/s';

/** Measures viewers per core, compared with a fan-out that only sends, and with Janus if installed. */
export async function run(): Promise<BenchRow[]> {
  const server = startServer(fileURLToPath(new URL('viewers-server.ts', import.meta.url)));
  const { sfuPort, fanOutPort } = await server.next<ServerPorts>();
  const { cpuSeconds } = server;
  const ours = new MediaLoad(sfuPort, cpuSeconds);
  const plain = new FanOutLoad(fanOutPort, cpuSeconds, (ports) =>
    server.ask<true>({ ports } satisfies FanOutPorts),
  );
  atEnd(async () => plain.close());
  const beside = (peer: Contender, name: string, note: string, how: Plan) =>
    compare({ name, unit, ours: viewersPerCore(ours), peer: viewersPerCore(peer), note: () => note }, how);
  const rows: BenchRow[] = [];
  await ours.publish();
  await ours.growTo(viewerSteps[0]);
  await viewersPerCore(ours)(warmUpMs);
  for (const viewers of viewerSteps) {
    await Promise.all([ours.growTo(viewers), plain.growTo(viewers)]);
    rows.push(
      await beside(plain, `media, ${viewers} viewers`, 'peer: plain dgram fan-out in the clear', plan),
    );
  }
  if (!process.env['JANUS_PATH']) return rows;
  const janus = await JanusLoad.open();
  await janus.growTo(viewersBesideJanus);
  const how = { ...plan, windowMs: janusWindowMs, warmUpMs };
  rows.push(
    await beside(janus, `media, ${viewersBesideJanus} viewers`, 'peer: Janus, its whole process', how),
  );
  return rows;
}

/** Unit of utime and stime in /proc: USER_HZ, which is 100 on every Linux. */
const ticksPerSecond = 100;

type Node = Awaited<ReturnType<typeof openJanus>>;
type Encoder = Awaited<ReturnType<Node['publish']>>;

/** One encoder and many viewers at a separate Janus, which has the servers' processor to itself. */
class JanusLoad implements Contender {
  readonly #janus: OwnJanus;
  readonly #node: Node;
  readonly #encoder: Encoder;
  readonly #players: JanusPlayer[] = [];
  readonly #payload = Buffer.alloc(packetBytes);

  private constructor(janus: OwnJanus, node: Node, encoder: Encoder) {
    this.#janus = janus;
    this.#node = node;
    this.#encoder = encoder;
  }

  static async open(): Promise<JanusLoad> {
    const janus = await startOwnJanus();
    atEnd(() => janus.remove());
    if (pinned) spawnSync('taskset', ['-a', '-c', '-p', '0', String(janus.pid())]);
    const node = await openJanus(janus);
    atEnd(() => node.close());
    const encoder = await node.publish(await node.gateway.publishTarget('bench', 'publisher'));
    return new JanusLoad(janus, node, encoder);
  }

  async growTo(viewers: number): Promise<void> {
    while (this.#players.length < viewers) {
      const config = await this.#node.gateway.playTarget('bench', `viewer-${this.#players.length}`);
      this.#players.push(await this.#node.play(config));
    }
  }

  send(): void {
    this.#encoder.send(this.#payload);
  }

  received(): number {
    return this.#players.reduce((sum, { packets }) => sum + packets, 0);
  }

  async cpuSeconds(): Promise<number> {
    const stat = await readFile(`/proc/${this.#janus.pid()}/stat`, 'utf8');
    // After the name, which may contain spaces, utime and stime are fields 12 and 13.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  }
}

if (import.meta.main) await alone(run);
