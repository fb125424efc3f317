import { fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { readWall, WALL_EVERY_MS, type WallRoom } from '../contract/desk/live-calls.ts';
import { pathOf } from '../contract/endpoint.ts';

/**
 * `node bench/wall.ts [--rooms=300] [--tiles=24] [--seconds=60] [--moderators=1] [--frame=320x180]`. Goals: 5 % of a
 * core above an idle server, without receiving streams, and 1 MB a minute per wall.
 */
const option = (name: string, otherwise: number): number =>
  Number(process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const [rooms, tiles] = [option('rooms', 300), option('tiles', 24)];
const [seconds, moderators] = [option('seconds', 60), option('moderators', 1)];
const frame = process.argv.find((text) => text.startsWith('--frame='))?.split('=')[1] ?? '320x180';
const WARM_UP_SECONDS = 10;

const readySchema = z.object({
  url: z.string(),
  pictures: z.string(),
  headers: z.record(z.string(), z.string()),
  key: z.string(),
});
const cpuSchema = z.object({ cpu: z.object({ user: z.number(), system: z.number() }) });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const server = fork('bench/wall-server.ts', {
  env: { ...process.env, BENCH_SIZE: String(rooms), BENCH_FRAME: frame },
});
const { url, pictures, ...ready } = readySchema.parse((await once(server, 'message'))[0]);
process.once('exit', () => server.kill());
// The operator's session was opened without a browser's name and is bound to it.
const headers = { 'api-key': ready.key, 'accept-encoding': 'gzip', 'user-agent': '', ...ready.headers };

/** ms of CPU time used so far. */
async function cpuOf(): Promise<number> {
  const heard = once(server, 'message');
  server.send('cpu');
  const { cpu } = cpuSchema.parse((await heard)[0]);
  return (cpu.user + cpu.system) / 1000;
}

/** Share of a core in percent, over some seconds. */
async function share(over: number): Promise<number> {
  const [before, startedAt] = [await cpuOf(), performance.now()];
  await wait(over * 1000);
  return (((await cpuOf()) - before) / (performance.now() - startedAt)) * 100;
}

let bytes = 0;
let fetched = 0;
async function get(path: string): Promise<Buffer> {
  const answer = await fetch(url + path, { headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  const body = Buffer.from(await answer.arrayBuffer());
  bytes += body.length;
  return body;
}

/** The calls of one page: the list, and each new picture of a tile on the screen. */
async function watch(isOver: () => boolean): Promise<void> {
  let version = '';
  const known = new Map<number, WallRoom>();
  const shown = new Map<number, string | null>();
  while (!isOver()) {
    const startedAt = performance.now();
    const seen = [...known.keys()].slice(0, tiles);
    const query = new URLSearchParams({ version, seen: seen.join(',') });
    const answer = readWall.output.parse(JSON.parse(String(await get(`${pathOf(readWall)}?${query}`))));
    version = answer.version;
    for (const room of answer.rooms) known.set(room.id, room);
    for (const id of seen) {
      const picture = known.get(id)?.picture ?? null;
      if (picture === null || shown.get(id) === picture) continue;
      shown.set(id, picture);
      fetched += 1;
      await get(`${pictures}?performer=${id}&version=${picture}`).catch(() => undefined);
    }
    await wait(Math.max(0, WALL_EVERY_MS - (performance.now() - startedAt)));
  }
}

// A server that has just started is still compiling.
await wait(2 * WARM_UP_SECONDS * 1000);
const idle = await share(seconds / 2);
let isOver = false;
const walls = Array.from({ length: moderators }, () => watch(() => isOver));
await wait(WARM_UP_SECONDS * 1000);
[bytes, fetched] = [0, 0];
const busy = await share(seconds);
const aMinute = bytes / moderators / (seconds / 60);
console.log(
  `${rooms} rooms, frames of ${frame}, ${tiles} tiles on the screen, moderators: ${moderators}, ${seconds} s`,
);
console.log(`CPU ${(busy - idle).toFixed(1)} % of a core (goal 5 %; idle ${idle.toFixed(1)} %)`);
console.log(`${(aMinute / 1e6).toFixed(2)} MB a minute and moderator (goal 1 MB), ${fetched} pictures`);
isOver = true;
await Promise.all(walls);
server.kill();
