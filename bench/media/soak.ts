// node bench/media/soak.ts --minutes=30 --members=8 [--database=postgres://…]: paid chats with lost connections.
// Exits with 1 if a chat keeps charging, media stays, the books are wrong, or memory grows.
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFlat, judged, option, slopeOf } from '@vonk/bench';
import { farewells, type Guest, publisherAt, Screen } from '@vonk/media/bench';
import { getChatJoinToken, joinChat, keepAlive, leaveChat } from '#contract/chat/session-calls.ts';
import { KEPT_MINUTES } from '#contract/chat/units.ts';
import { AppError } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { setStatus, startBroadcast } from '#contract/studio/studio-calls.ts';
import type { Studio } from '#demo/on-air/studio.ts';
import { Refused, type Visit, visit } from '../chats/visit.ts';
import { MINUTE_SECONDS, type SoakProduct, startSoakProduct } from './soak-product.ts';

const minutes = Number(option('minutes', '30'));
const memberCount = Number(option('members', '8'));
const endsAt = Date.now() + minutes * 60_000;
/** ms between two samples of the memory. */
const lookMs = 15_000;
/** ms until vanished members have timed out and the rests of their minutes are settled. */
const settleMs = KEPT_MINUTES * MINUTE_SECONDS * 1000 + 30_000;
/** Longer than an encoder may be away before its performer is offline, in ms. */
const longAwayMs = 17_000;
/** Allowed heap growth in bytes per minute: the noise of the number of members at a sample. */
const allowed = 200_000;

const events = new Map<string, number>();
const count = (what: string) => void events.set(what, (events.get(what) ?? 0) + 1);
const between = (least: number, most: number): number => least + Math.random() * (most - least);
const oneOf = <One>(list: readonly [One, ...One[]]): One =>
  list[Math.floor(between(0, list.length))] ?? list[0];
const isOver = () => Date.now() >= endsAt;

/** Runs a performer's encoder and restarts it repeatedly. */
async function broadcast(studio: Studio, origin: string): Promise<void> {
  const start = async (): Promise<Guest> => {
    const { url, token } = await studio.call(startBroadcast, {});
    const guest = await publisherAt({ url: new URL(url, origin).href, token });
    await goOnline(studio);
    return guest;
  };
  let guest = await start();
  for (let turn = 1; !isOver(); turn += 1) {
    await sleep(between(4000, 12_000));
    await guest.leave(oneOf(farewells));
    await sleep(turn % 5 === 0 ? longAwayMs : between(0, 1500));
    guest = await start();
    count('publisher restart');
  }
  await studio.call(setStatus, { onlineStatus: onlineStatus.offline });
  await guest.leave('delete');
}

/** The product needs a moment from the first packet to a broadcast. */
async function goOnline(studio: Studio): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await studio.call(setStatus, { onlineStatus: onlineStatus.online });
      return;
    } catch (error) {
      if (!(error instanceof AppError) || tries > 40) throw error;
      await sleep(250);
    }
  }
}

/** Joins and leaves a random performer's chat until the end. */
async function live(url: string, token: string, performers: readonly [string, ...string[]]): Promise<void> {
  while (!isOver()) {
    const visiting = visit(url, token, (label) => count(`refused: ${label}`));
    await watchOne(visiting, url, oneOf(performers)).catch((error: unknown) => {
      // The chat ended while the picture was requested, or the publisher left.
      if (!(error instanceof Refused)) count(`lost: ${error instanceof Error ? error.message : error}`);
    });
    visiting.socket.disconnect();
    await sleep(between(100, 1500));
  }
}

async function watchOne(visiting: Visit, origin: string, performer: string): Promise<void> {
  const { ask, socket } = visiting;
  const { token } = await ask(getChatJoinToken, { performer });
  const { auth, config } = await ask(joinChat, { 'x-chat': token });
  if (config.agent !== 'whep') throw new Error(`Unsupported agent ${config.agent}`);
  const screen = new Screen({ url: new URL(config.url, origin).href, token: config.token });
  visiting.auth = auth;
  count('chat');
  try {
    for (const until = Date.now() + between(1000, 20_000); Date.now() < until && !isOver(); ) {
      const stats = { framesDecoded: screen.packets, packetsLost: 0, stalledMs: 0 };
      visiting.auth = (await ask(keepAlive, { auth: visiting.auth, stats })).auth;
      if (screen.failure) throw screen.failure;
      const chance = Math.random();
      if (chance < 0.08) {
        count('socket drop');
        socket.disconnect();
        await sleep(between(100, 3000));
        socket.connect();
      } else if (chance < 0.16 && screen.isShowing) {
        count('picture drop');
        await screen.renew(oneOf(farewells));
      }
      await sleep(between(400, 1200));
    }
    // Some leave, the others vanish.
    if (Math.random() < 0.6) await ask(leaveChat, { auth: visiting.auth });
  } finally {
    await screen.close(oneOf(farewells));
    if (screen.packets > 0) count('chat with a picture');
  }
}

type Look = [minutes: number, heap: number];

async function lookOn({ server, counts }: SoakProduct): Promise<Look[]> {
  const startedAt = Date.now();
  const looks: Look[] = [];
  console.log('minutes | viewers | heap MB | external MB | resident MB | UDP sockets | load');
  while (!isOver()) {
    await sleep(lookMs);
    const { viewers } = await counts();
    const { memory, open } = await server.resources();
    const at = (Date.now() - startedAt) / 60_000;
    looks.push([at, memory.heap + memory.external]);
    const sizes = [memory.heap, memory.external, memory.resident].map((bytes) =>
      (bytes / 2 ** 20).toFixed(1),
    );
    console.log([at.toFixed(1), viewers, ...sizes, open.datagrams, loadavg()[0]?.toFixed(1)].join(' | '));
  }
  return looks;
}

const creditsOf = ({ members }: SoakProduct) => Promise.all(members.map((member) => member.credits()));

async function soak(): Promise<string[]> {
  const product = await startSoakProduct({ members: memberCount, postgres: option('database', '') || null });
  const before = await creditsOf(product);
  const studios = await product.studios();
  const [looks] = await Promise.all([
    lookOn(product),
    ...studios.map((studio) => broadcast(studio, product.url)),
    ...product.members.map(({ token }) => live(product.url, token ?? '', product.performers)),
  ]);
  await sleep(settleMs);
  const counts = await product.counts();
  const { open, memory } = await product.server.resources();
  const credits = await creditsOf(product);
  await sleep(3 * MINUTE_SECONDS * 1000);
  const charged = (await creditsOf(product)).filter((left, index) => left !== credits[index]).length;
  const remains = await product.killAndLook();
  // Ignores the first third: code is loaded and compiled then.
  const slope = slopeOf(looks.slice(Math.ceil(looks.length / 3)));
  const spent = before.reduce((sum, had, index) => sum + had - (credits[index] ?? had), 0);
  console.log({ ...Object.fromEntries(events), spent, counts, open, memory, remains });
  console.log(`bytes a minute: ${Math.round(slope.perX)} ± ${Math.round(2 * slope.error)}`);
  const grows = slope.perX > allowed && !isFlat(slope);
  return [
    spent <= 0 && 'No credits were spent',
    charged > 0 && `${charged} members are still charged`,
    counts.rooms + counts.publishers + counts.viewers !== 0 && 'The media server is not empty',
    open.datagrams > 0 && `${open.datagrams} UDP sockets are still open`,
    remains.openSessions > 0 && `${remains.openSessions} sessions are still open`,
    remains.runningUnits > 0 && `${remains.runningUnits} minutes are still running`,
    remains.violations > 0 && `The ledger has ${remains.violations} violations`,
    minutes >= 5 && grows && `Memory grows by ${Math.round(slope.perX)} bytes a minute`,
  ].filter((fault) => fault !== false);
}

await judged(soak);
