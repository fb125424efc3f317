import { setTimeout as sleep } from 'node:timers/promises';
import { alone, atEnd, startServer } from './harness.ts';
import { JanusLoad } from './media/janus-load.ts';
import { type Contender, FanOutLoad, MediaLoad } from './media-load.ts';
import type { FanOutPorts, ServerPorts } from './media-server.ts';
import { compare } from './pairs.ts';
import type { BenchRow } from './row.ts';

/** 62 packets of 1,200 bytes a second are about 600 kbit/s. */
const packetsPerSecond = 62;
const viewerSteps = [10, 30, 60] as const;

/** Viewers that a core of its server can carry, by what a packet that arrives costs it. */
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

/** How many viewers a core carries, against a fan-out that does nothing but send, and against Janus where there is one. */
export async function run(): Promise<BenchRow[]> {
  const server = startServer('bench/media-server.ts');
  const { sfuPort, fanOutPort } = await server.next<ServerPorts>();
  const { cpuSeconds } = server;
  const ours = new MediaLoad(sfuPort, cpuSeconds);
  const plain = new FanOutLoad(fanOutPort, cpuSeconds, (ports) =>
    server.ask<true>({ ports } satisfies FanOutPorts),
  );
  atEnd(async () => plain.close());
  const janus = process.env['JANUS_PATH'] ? await JanusLoad.open() : null;
  const peers = [
    {
      peer: plain,
      name: 'media',
      note: 'peer: plain dgram fan-out in the clear; ours: SRTP to each viewer, counted and repeatable',
    },
    ...(janus
      ? [{ peer: janus, name: 'media, Janus', note: 'peer: Janus 1.1.2, whose room the gateway reads' }]
      : []),
  ];
  const rows: BenchRow[] = [];
  await ours.publish();
  for (const viewers of viewerSteps)
    for (const { peer, name, note } of peers) {
      await Promise.all([ours.growTo(viewers), peer.growTo(viewers)]);
      rows.push(
        await compare({
          name: `${name}, ${viewers} viewers`,
          unit,
          ours: viewersPerCore(ours),
          peer: viewersPerCore(peer),
          note: () => note,
        }),
      );
    }
  return rows;
}

if (import.meta.main) await alone(run);
