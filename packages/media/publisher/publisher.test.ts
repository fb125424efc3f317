import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageClock } from './clock.ts';
import { refusalOf } from './connection/refusal.ts';
import type { PublishPlan, WhipSession, WhipTarget } from './connection/whip-session.ts';
import { createPublisher, type PublisherOptions } from './publisher.ts';

class FakeTrack extends EventTarget {
  readonly kind: 'video' | 'audio';
  enabled = true;
  muted = false;
  readyState = 'live';
  contentHint = '';
  isStopped = false;

  constructor(kind: 'video' | 'audio') {
    super();
    this.kind = kind;
  }

  getSettings = () => ({ width: 1280, height: 720 });
  stop = () => {
    this.isStopped = true;
  };

  setMuted(muted: boolean): void {
    this.muted = muted;
    this.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
  }

  unplug(): void {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
}

const fake = (kind: 'video' | 'audio') => {
  const track = new FakeTrack(kind);
  return { track, as: track as unknown as MediaStreamTrack };
};

/** The connection's side of a publisher. */
function createWorld() {
  const world = {
    plans: [] as PublishPlan[],
    targets: [] as WhipTarget[],
    refusals: [] as Error[],
    replaced: [] as unknown[],
    fitted: [] as (readonly RTCRtpEncodingParameters[])[],
    audioBitrate: 0,
    closed: 0,
    frames: 1,
    isFrozen: false,
    lose: (): void => undefined,
    openSession: async (target: WhipTarget, plan: PublishPlan): Promise<WhipSession> => {
      world.plans.push(plan);
      world.targets.push(target);
      const refusal = world.refusals.shift();
      if (refusal) throw refusal;
      return {
        look: async () => {
          if (!world.isFrozen) world.frames += 30;
          const source = { type: 'media-source', id: 'camera', kind: 'video', frames: world.frames };
          const stats = new Map([['camera', source]]) as unknown as RTCStatsReport;
          return { sent: 1, heard: 0, stats };
        },
        replaceTrack: async (track) => {
          world.replaced.push(track);
          return true;
        },
        fitPicture: (encodings) => void world.fitted.push(encodings),
        setAudioBitrate: (bitrate) => {
          world.audioBitrate = bitrate;
        },
        onLost: (listener) => {
          world.lose = listener;
        },
        close: () => {
          world.closed += 1;
        },
      };
    },
  };
  return world;
}

const target: WhipTarget = { url: '/media/whip/lounge', token: 'first', iceServers: [] };
let world: ReturnType<typeof createWorld>;
let page: EventTarget;
let [camera, microphone] = [fake('video'), fake('audio')];
beforeEach(() => {
  vi.useFakeTimers();
  world = createWorld();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal(
    'MediaStream',
    class {
      readonly tracks: unknown[];
      constructor(tracks: unknown[]) {
        this.tracks = tracks;
      }
    },
  );
  [camera, microphone] = [fake('video'), fake('audio')];
});
afterEach(() => vi.useRealTimers());

const open = (options: Partial<PublisherOptions> = {}) =>
  createPublisher(
    { target, camera: camera.as, microphone: microphone.as, ...options },
    { openSession: world.openSession, clock: pageClock, random: () => 0 },
  );
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('goes live with three layers, 48 kbit/s of voice and a picture kept in motion', async () => {
  const publisher = open();
  expect(publisher.$publisher.get().phase).toBe('idle');
  publisher.start();
  expect(publisher.$publisher.get().phase).toBe('connecting');
  await pass(250);
  expect(publisher.$publisher.get()).toMatchObject({ phase: 'live', trouble: null });
  const [plan] = world.plans;
  expect(plan).toMatchObject({ codec: 'vp8', audioBitrate: 48_000, degradation: 'maintain-framerate' });
  expect(plan?.videoEncodings.map(({ rid }) => rid)).toEqual(['low', 'middle', 'high']);
  expect(camera.track.contentHint).toBe('motion');
  expect(microphone.track.contentHint).toBe('speech');
  publisher.setMusic(true);
  expect(world.audioBitrate).toBe(96_000);
  publisher.close();
});

test('keeps a mute when a device is replaced, also while reconnecting', async () => {
  const publisher = open();
  publisher.start();
  publisher.setMuted('camera', true);
  await pass(250);
  const other = fake('video');
  await publisher.replaceTrack(other.as);
  expect(other.track.enabled).toBe(false);
  expect(world.replaced.at(-1)).toBe(other.track);
  world.lose();
  const third = fake('video');
  await publisher.replaceTrack(third.as);
  await pass(250);
  expect(world.replaced.slice(-2)).toEqual([third.track, microphone.track]);
  expect(third.track.enabled).toBe(false);
  expect(publisher.$publisher.get().camera?.isMuted).toBe(true);
  publisher.setMuted('camera', false);
  expect(camera.track.enabled).toBe(false);
  expect(third.track.enabled).toBe(true);
  publisher.close();
});

test('reports a track that the system has muted', () => {
  const publisher = open();
  camera.track.setMuted(true);
  expect(publisher.$publisher.get().camera).toMatchObject({ isMuted: false, isMutedBySystem: true });
  camera.track.setMuted(false);
  expect(publisher.$publisher.get().camera).toMatchObject({ isMutedBySystem: false });
  publisher.close();
});

test('fits the layers to a camera of another size', async () => {
  const publisher = open();
  publisher.start();
  await pass(250);
  const [large, small] = [fake('video'), fake('video')];
  large.track.getSettings = () => ({ width: 1080, height: 1920 });
  small.track.getSettings = () => ({ width: 640, height: 360 });
  await publisher.replaceTrack(large.as);
  await publisher.replaceTrack(small.as);
  await publisher.replaceTrack(fake('audio').as);
  expect(world.fitted.map((layers) => layers.at(-1))).toMatchObject([
    { rid: 'high', scaleResolutionDownBy: 1.5, maxBitrate: 1_700_000 },
    { rid: 'high', scaleResolutionDownBy: 1, maxBitrate: 850_000 },
  ]);
  publisher.close();
});

test('reports an unplugged device until it is replaced, which stays muted', async () => {
  const other = fake('audio');
  const publisher = open();
  publisher.start();
  await pass(250);
  publisher.setMuted('microphone', true);
  microphone.track.unplug();
  expect(publisher.$publisher.get().microphone).toMatchObject({ isUnplugged: true });
  await publisher.replaceTrack(other.as);
  expect(world.replaced.at(-1)).toBe(other.track);
  expect(other.track.enabled).toBe(false);
  expect(publisher.$publisher.get()).toMatchObject({
    phase: 'live',
    microphone: { isUnplugged: false, isMuted: true },
  });
  publisher.close();
  expect([other, camera, microphone].map(({ track }) => track.isStopped)).toEqual([false, false, false]);
});

test('renews its target when the token has expired', async () => {
  world.refusals.push(refusalOf(401, null, 0));
  const renew = vi.fn(async () => ({ ...target, token: 'fresh' }));
  const publisher = open({ renew });
  publisher.start();
  await pass(250);
  world.lose();
  await pass(600);
  expect(world.targets.map(({ token }) => token)).toEqual(['first', 'fresh', 'fresh']);
  expect(renew).toHaveBeenCalledTimes(1);
  publisher.close();
});

test('fails without a way to renew, and can be retried', async () => {
  world.refusals.push(refusalOf(403, null, 0));
  const publisher = open();
  publisher.start();
  await pass(0);
  expect(publisher.$publisher.get()).toMatchObject({ phase: 'failed', trouble: 'publish.unauthorized' });
  publisher.retry();
  await pass(250);
  expect(publisher.$publisher.get().phase).toBe('failed');
  publisher.close();
});

test('reports a frozen picture, but not of a muted camera', async () => {
  const publisher = open();
  publisher.start();
  await pass(1250);
  world.isFrozen = true;
  await pass(3000);
  expect(publisher.$publisher.get().notices.frozen).toBe(true);
  publisher.setMuted('camera', true);
  await pass(1000);
  expect(publisher.$publisher.get().notices.frozen).toBe(false);
  publisher.close();
});

test('replaces the connection if the picture stays frozen after the system gave the camera back', async () => {
  const publisher = open();
  publisher.start();
  await pass(1250);
  world.isFrozen = true;
  camera.track.setMuted(true);
  await pass(10_000);
  expect(world.plans).toHaveLength(1);
  camera.track.setMuted(false);
  await pass(4000);
  expect(world.plans).toHaveLength(2);
  await pass(20_000);
  expect(world.plans).toHaveLength(2);
  publisher.close();
});

test('reconnects at once when the page becomes visible or the network returns', async () => {
  world.refusals.push(...Array.from({ length: 4 }, () => refusalOf(503, null, 0)));
  const publisher = open();
  publisher.start();
  await pass(1600);
  expect(publisher.$publisher.get()).toMatchObject({ phase: 'connecting', trouble: 'publish.full' });
  page.dispatchEvent(new Event('online'));
  await pass(250);
  expect(publisher.$publisher.get().phase).toBe('live');
  publisher.close();
});

test('lasts until it is closed, unless told otherwise', async () => {
  const always = open();
  world.refusals.push(...Array.from({ length: 1000 }, () => refusalOf(502, null, 0)));
  always.start();
  await pass(300_000);
  expect(always.$publisher.get()).toMatchObject({ phase: 'connecting', trouble: 'publish.unreachable' });
  always.close();
  const short = open({ isLasting: () => false });
  short.start();
  await pass(60_000);
  expect(short.$publisher.get().phase).toBe('failed');
  short.close();
});

test('replaces a connection of which the server knows nothing, and hurries when it answers again', async () => {
  const publisher = open();
  publisher.start();
  publisher.renew(performance.now() + 1);
  expect(world.plans).toHaveLength(0);
  const before = performance.now();
  await pass(250);
  publisher.renew(before);
  expect(world.plans).toHaveLength(1);
  world.refusals.push(...Array.from({ length: 4 }, () => refusalOf(502, null, 0)));
  publisher.renew(performance.now());
  await pass(2000);
  expect(publisher.$publisher.get()).toMatchObject({ phase: 'reconnecting' });
  world.refusals.length = 0;
  publisher.hurry();
  await pass(250);
  expect(publisher.$publisher.get().phase).toBe('live');
  publisher.close();
});

test('ends with the page', async () => {
  const publisher = open();
  publisher.start();
  await pass(250);
  page.dispatchEvent(new Event('pagehide'));
  expect(publisher.$publisher.get().phase).toBe('closed');
  expect(world.closed).toBe(1);
  publisher.start();
  expect(world.plans).toHaveLength(1);
});
