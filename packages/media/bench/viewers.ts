import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from '@vonk/bench';
import { alone, atEnd, compare, type Plan, plan, quick, startServer } from '@vonk/bench';
import { JanusLoad } from './janus-load.ts';
import { type Contender, FanOutLoad, MediaLoad } from './viewers-load.ts';
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

if (import.meta.main) await alone(run);
