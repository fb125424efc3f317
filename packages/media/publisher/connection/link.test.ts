import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LinkParts, PublishLink, type PublishState, reconnectDelayMs, reconnectSteps } from './link.ts';
import { PublishError, refusalOf } from './refusal.ts';
import type { PublishPlan, WhipSession, WhipTarget } from './whip-session.ts';

/** Fakes of the media server and browser for a link. */
function createWorld() {
  const world = {
    states: [] as PublishState[],
    /** Tokens of the offers. */
    tokens: [] as string[],
    /** Errors of the next offers. */
    refusals: [] as Error[],
    closed: 0,
    frames: 1,
    heard: 0,
    isSilent: false,
    lose: (): void => undefined,
    names: () => world.states.map(({ name }) => name),
    parts: {
      target: async (refused: boolean) => ({
        url: '/whip',
        token: refused ? 'fresh' : 'first',
        iceServers: [],
      }),
      plan: () => ({}) as PublishPlan,
      steps: reconnectSteps,
      random: () => 0,
      onChange: (state: PublishState) => void world.states.push(state),
      openSession: async ({ token }: WhipTarget): Promise<WhipSession> => {
        world.tokens.push(token);
        const refusal = world.refusals.shift();
        if (refusal) throw refusal;
        return {
          look: async () => {
            if (!world.isSilent) world.heard += 1;
            return { sent: world.frames, heard: world.heard, stats: new Map() as unknown as RTCStatsReport };
          },
          replaceTrack: async () => true,
          fitPicture: () => undefined,
          setAudioBitrate: () => undefined,
          onLost: (listener) => {
            world.lose = listener;
          },
          close: () => {
            world.closed += 1;
          },
        };
      },
    } satisfies LinkParts,
  };
  return world;
}

let world: ReturnType<typeof createWorld>;
let link: PublishLink;
beforeEach(() => {
  vi.useFakeTimers();
  world = createWorld();
  link = new PublishLink(world.parts);
});
afterEach(() => {
  link.stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const full = (count: number) =>
  world.refusals.push(...Array.from({ length: count }, () => refusalOf(503, null, 0)));

test('publishes with the first sent frame and not before', async () => {
  world.frames = 0;
  link.start();
  await pass(1000);
  expect(link.state.name).toBe('connecting');
  world.frames = 1;
  await pass(250);
  expect(link.state.name).toBe('publishing');
});

test('reconnects at once after a loss', async () => {
  link.start();
  await pass(250);
  world.lose();
  await pass(250);
  expect(world.names()).toEqual(['connecting', 'publishing', 'connecting', 'connecting', 'publishing']);
  expect(world.states[2]).toMatchObject({ again: true, error: { trouble: 'publish.unreachable' } });
  expect(world.closed).toBe(1);
});

test('fails after ten further attempts unless it lasts, and starts again when asked', async () => {
  full(11);
  link.start();
  await pass(0 + 300 + 1200 + 2700 + 4800 + 4 * 7000);
  expect(world.tokens).toHaveLength(10);
  await pass(7000);
  expect(link.state).toMatchObject({ name: 'failed', error: { trouble: 'publish.full' } });
  expect(world.tokens).toHaveLength(11);
  link.start();
  await pass(250);
  expect(link.state.name).toBe('publishing');
});

test('tries again every seven seconds for as long as it is told to', async () => {
  let isLive = true;
  link = new PublishLink({ ...world.parts, isLasting: () => isLive });
  full(1000);
  link.start();
  await pass(300_000);
  expect(link.state).toMatchObject({ name: 'connecting', error: { trouble: 'publish.full' } });
  // Six within the first 9 s, then one every 7 s.
  expect(world.tokens).toHaveLength(6 + Math.floor((300_000 - 9000) / 7000));
  world.refusals.length = 0;
  await pass(7250);
  expect(link.state.name).toBe('publishing');
  full(1000);
  world.lose();
  await pass(60_000);
  isLive = false;
  await pass(7000);
  expect(link.state.name).toBe('failed');
});

test('repeats on request an offer that a stopped server has not answered for a second', async () => {
  let isDead = true;
  link = new PublishLink({
    ...world.parts,
    openSession: (target) => {
      const opening = world.parts.openSession(target);
      return isDead ? new Promise(() => undefined) : opening;
    },
  });
  link.start();
  await pass(900);
  link.hurry();
  expect(world.tokens).toHaveLength(1);
  isDead = false;
  await pass(200);
  link.hurry();
  await pass(250);
  expect(link.state.name).toBe('publishing');
  expect(world.tokens).toHaveLength(2);
});

test('returns to the first wait only after ten seconds of media', async () => {
  full(2);
  link.start();
  await pass(2000);
  world.lose();
  await pass(1100);
  expect(link.state.name).toBe('connecting');
  await pass(500);
  expect(link.state.name).toBe('publishing');
  await pass(10_000);
  world.lose();
  await pass(250);
  expect(link.state.name).toBe('publishing');
});

test('asks for a fresh target when the token is refused', async () => {
  world.refusals.push(refusalOf(401, null, 0));
  link.start();
  await pass(250);
  expect(link.state.name).toBe('publishing');
  expect(world.tokens).toEqual(['first', 'fresh']);
});

test('fails if the fresh target is refused too', async () => {
  world.refusals.push(refusalOf(401, null, 0), refusalOf(403, null, 0));
  link.start();
  await pass(250);
  expect(link.state).toMatchObject({ name: 'failed', error: { trouble: 'publish.unauthorized' } });
  expect(world.tokens).toEqual(['first', 'fresh']);
});

test('fails at once if the server accepts none of the formats', async () => {
  world.refusals.push(refusalOf(422, null, 0));
  link.start();
  await pass(0);
  expect(link.state).toMatchObject({ name: 'failed', error: { trouble: 'publish.format' } });
});

test('waits as long as the server asks', async () => {
  world.refusals.push(new PublishError('publish.occupied', true, 5000));
  link.start();
  await pass(4900);
  expect(world.tokens).toHaveLength(1);
  await pass(400);
  expect(link.state.name).toBe('publishing');
});

test('starts the next attempt at once on request', async () => {
  full(4);
  link.start();
  await pass(1600);
  expect(world.tokens).toHaveLength(4);
  link.hurry();
  await pass(250);
  expect(link.state.name).toBe('publishing');
  link.hurry();
  expect(world.tokens).toHaveLength(5);
});

test('replaces a connection that sends nothing for eight seconds', async () => {
  world.frames = 0;
  link.start();
  await pass(8100);
  expect(world.tokens).toHaveLength(1);
  await pass(400);
  expect(world.tokens).toHaveLength(2);
  expect(world.closed).toBe(1);
});

test('reconnects if nothing comes from the server for six seconds', async () => {
  link.start();
  await pass(1250);
  world.isSilent = true;
  await pass(5000);
  expect(world.tokens).toHaveLength(1);
  await pass(1500);
  expect(world.tokens).toHaveLength(2);
});

test('closes a session that opens after the end', async () => {
  link.start();
  link.stop();
  await pass(250);
  expect(world.names()).toEqual(['connecting', 'ended']);
  expect(world.tokens).toEqual([]);
});

test('leaves it to the caller whether an error of the target is final', async () => {
  link = new PublishLink({
    ...world.parts,
    target: () => Promise.reject(new Error('banned')),
    isPassing: () => false,
  });
  link.start();
  await pass(0);
  expect(link.state).toMatchObject({ name: 'failed', error: { message: 'banned' } });
});

const delays = (random: number) =>
  Array.from({ length: 11 }, (_, at) =>
    reconnectDelayMs(reconnectSteps, at + 1, { retryAfterMs: null, random }),
  );

test('reconnects at once, then at growing intervals up to 7 s, and gives up after ten attempts', () => {
  expect(delays(0)).toEqual([0, 300, 1200, 2700, 4800, 7000, 7000, 7000, 7000, 7000, null]);
});

test('adds at most a fifth to a wait', () => {
  expect(delays(1)).toEqual([0, 360, 1440, 3240, 5760, 8400, 8400, 8400, 8400, 8400, null]);
});

test('waits as long as Retry-After, but not less than the step', () => {
  expect(reconnectDelayMs(reconnectSteps, 1, { retryAfterMs: 2000, random: 0 })).toBe(2000);
  expect(reconnectDelayMs(reconnectSteps, 5, { retryAfterMs: 2000, random: 0 })).toBe(4800);
});
