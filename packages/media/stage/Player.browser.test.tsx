import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { screenOf } from '../player/agent.ts';
import { StageAgent } from './player.ts';
import type { Shown, StageConfig } from './protocol.ts';

const config: StageConfig = { agent: 'nano', streamname: '/media/stage/view/lounge', token: 'right' };

let video: HTMLVideoElement;
let agent: StageAgent;
/** The requests of all connections, and the stage's side of the current one. */
let requests: Request[];
let say: (shown: Shown) => void;
let hangUp: () => void;
let status: number;
beforeEach(() => {
  requests = [];
  status = 200;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push(new Request(url, init));
    const body = new ReadableStream({
      start: (controller) => {
        say = (shown) => controller.enqueue(new TextEncoder().encode(`${shown}\n`));
        hangUp = () => controller.close();
        init.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    });
    return new Response(status === 200 ? body : null, { status });
  });
  video = document.body.appendChild(document.createElement('video'));
  agent = new StageAgent(config, { screen: screenOf(video), onChange: () => undefined });
});
afterEach(() => {
  agent.stop('left');
  video.remove();
});

const state = () => agent.view.state;
const pictures = () => video.getVideoPlaybackQuality().totalVideoFrames;

test('shows moving pictures while media is delivered', async () => {
  agent.start();
  expect(state()).toEqual({ name: 'connecting', trouble: null });
  expect(requests[0]?.headers.get('Authorization')).toBe('Bearer right');
  say('delivering');
  await expect.poll(() => state().name).toBe('playing');
  await expect.poll(pictures).toBeGreaterThan(5);
  expect(agent.stats()).toMatchObject({ stalledMs: 0, packetsLost: 0, firstFrameAt: expect.any(Number) });
  expect(agent.stats().framesDecoded).toBeGreaterThan(5);
});

test('stalls when the stage orders it, counts the time and continues', async () => {
  agent.start();
  say('delivering');
  await expect.poll(() => state().name).toBe('playing');
  say('stalled');
  await expect.poll(() => state().name).toBe('stalled');
  const { framesDecoded } = agent.stats();
  await expect.poll(() => agent.stats().stalledMs).toBeGreaterThan(200);
  expect(agent.stats().framesDecoded).toBe(framesDecoded);
  say('delivering');
  await expect.poll(() => state().name).toBe('playing');
  const { stalledMs } = agent.stats();
  await expect.poll(() => agent.stats().framesDecoded).toBeGreaterThan(framesDecoded + 3);
  expect(agent.stats().stalledMs).toBe(stalledMs);
});

test.each([
  ['waiting', 'player.waiting'],
  ['gone', 'player.unreachable'],
] as const)('reports why it plays nothing: %s', async (shown, trouble) => {
  agent.start();
  say(shown);
  await expect.poll(state).toEqual({ name: 'connecting', trouble });
});

test('reconnects after a lost connection', async () => {
  agent.start();
  hangUp();
  await expect.poll(state).toEqual({ name: 'connecting', trouble: 'player.unreachable' });
  await expect.poll(() => requests.length).toBe(2);
  say('delivering');
  await expect.poll(() => state().name).toBe('playing');
});

test('ends if its token is refused', async () => {
  status = 401;
  agent.start();
  await expect.poll(state).toEqual({ name: 'failed', label: 'player.unauthorized' });
  expect(video.srcObject).toBeNull();
});

test('stop ends the connection and keeps the reason', async () => {
  agent.start();
  say('delivering');
  await expect.poll(() => state().name).toBe('playing');
  agent.stop('left');
  expect(state()).toEqual({ name: 'ended', reason: 'left' });
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(video.srcObject).toBeNull();
});

test('starts muted and can be unmuted', () => {
  agent.start();
  expect(agent.view.needsUnmute).toBe(true);
  agent.setMuted(false);
  expect(video.muted).toBe(false);
  expect(agent.view.needsUnmute).toBe(false);
});
