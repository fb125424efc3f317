import { atom, type ReadableAtom } from 'nanostores';
import { type Clock, createClock } from './clock.ts';
import { chooseLayers, type LayerCount, type VideoCodec } from './connection/encodings.ts';
import { PublishLink, type PublishState, reconnectSteps } from './connection/link.ts';
import { PublishError, type PublishTrouble } from './connection/refusal.ts';
import type { OpenWhip, PublishPlan, WhipTarget } from './connection/whip-session.ts';
import { createHealth, type Health } from './health/health.ts';
import type { Stats } from './health/sent-media.ts';
import { createSources, type Sources } from './sources.ts';
import {
  nothingNoticed,
  type PublisherView,
  type PublishPhase,
  type SourceName,
  unpublished,
} from './view.ts';

/** bit/s */
const audioBitrates = { voice: 48_000, music: 96_000 } as const;
/** ms after a wake-up in which a frozen picture replaces the connection. */
const WAKE_MS = 6000;

export interface PublisherOptions {
  target: WhipTarget;
  /** The caller captures the tracks and stops them after `close`. */
  camera: MediaStreamTrack | null;
  microphone: MediaStreamTrack | null;
  /** VP8 by default, which every browser sends and of which the server makes pictures. */
  codec?: VideoCodec;
  /** Sizes of the picture, three by default; two for a phone. */
  layers?: LayerCount;
  /** Doubles the bitrate of the sound; capture it without voice processing. */
  music?: boolean;
  /** Returns a fresh target when the server refused the token (401, 403). Without it, publishing fails. */
  renew?: () => Promise<WhipTarget>;
  /** Whether `renew` may succeed later after rejecting with this error; by default always true. */
  isPassing?: (error: unknown) => boolean;
  /** Whether to go on after a minute without success; by default until `close`. Otherwise publishing fails. */
  isLasting?: () => boolean;
}

/** For tests. */
export interface PublisherParts {
  clock?: Clock;
  openSession?: OpenWhip;
  random?: () => number;
}

export interface Publisher {
  readonly $publisher: ReadableAtom<PublisherView>;
  /** Goes live; nothing is sent before. */
  start(): void;
  /** Starts again after `failed`. */
  retry(): void;
  /** Makes the next attempt now: the server answers again. */
  hurry(): void;
  /** Replaces a connection opened before `before` (ms of `performance.now()`), as after a restart of the server. */
  renew(before: number): void;
  /** Keeps the device open. */
  setMuted(source: SourceName, isMuted: boolean): void;
  /**
   * Sends another camera or microphone from now on, muted if the previous device was, which the caller stops. Rejects
   * if the browser cannot send the track in the same connection.
   */
  replaceTrack(track: MediaStreamTrack): Promise<void>;
  setMusic(isMusic: boolean): void;
  /** Final: ends the session at the server. Also done when the page is left. */
  close(): void;
}

const troubleOf = (state: PublishState): PublishTrouble | null => {
  if (!('error' in state) || state.error === null) return null;
  return state.error instanceof PublishError ? state.error.trouble : 'publish.unreachable';
};

const phaseOf = (state: PublishState): PublishPhase => {
  if (state.name === 'connecting') return state.again ? 'reconnecting' : 'connecting';
  return ({ idle: 'idle', publishing: 'live', ended: 'closed', failed: 'failed' } as const)[state.name];
};

/** Requests a new target only if the last one was refused. */
function targetOf({ target: first, renew }: PublisherOptions): (isRefused: boolean) => Promise<WhipTarget> {
  let target = first;
  return async (isRefused) => {
    if (!isRefused) return target;
    if (!renew) throw new PublishError('publish.unauthorized', false);
    target = await renew();
    return target;
  };
}

const sizeOf = (track: MediaStreamTrack | null): number | null => {
  const { width, height } = track?.getSettings() ?? {};
  return width && height ? Math.min(width, height) : null;
};

const layersOf = ({ layers = 3 }: PublisherOptions, { camera }: Sources) =>
  chooseLayers(layers, sizeOf(camera.track));

/** What a connection sends of the sources as they are now. */
function planOf(options: PublisherOptions, sources: Sources, audioBitrate: number): PublishPlan {
  return {
    stream: new MediaStream(sources.tracks),
    codec: options.codec ?? 'vp8',
    videoEncodings: layersOf(options, sources),
    audioBitrate,
    degradation: 'maintain-framerate',
  };
}

/** Decides whether a frozen picture replaces the connection: once after each wake-up. */
function createWakeWatch() {
  let wokenAt = Number.NEGATIVE_INFINITY;
  return {
    wake: () => {
      wokenAt = performance.now();
    },
    replaces: (): boolean => {
      if (performance.now() - wokenAt > WAKE_MS) return false;
      wokenAt = Number.NEGATIVE_INFINITY;
      return true;
    },
  };
}

/** Publishes a camera and a microphone by WHIP and keeps them live until `close`. */
export function createPublisher(options: PublisherOptions, parts: PublisherParts = {}): Publisher {
  const clock = parts.clock ?? createClock();
  const $publisher = atom<PublisherView>(unpublished);
  const update = (change: Partial<PublisherView>) => $publisher.set({ ...$publisher.get(), ...change });
  let { music = false } = options;
  let health: Health | null = null;
  let stopEvents = (): void => undefined;
  const afterWake = createWakeWatch();

  const audioBitrate = () => audioBitrates[music ? 'music' : 'voice'];
  /** The page is visible again, the network is back, or the system has given a device back. */
  const wake = (): void => {
    afterWake.wake();
    link.hurry();
  };
  const replaceTrack = async (track: MediaStreamTrack): Promise<void> => {
    sources.use(track, music);
    if ((await link.session?.replaceTrack(track)) === false) link.renew();
    else if (track.kind === 'video') link.session?.fitPicture(layersOf(options, sources));
  };
  const sources = createSources({
    onChange: update,
    onUnmute: wake,
  });
  const link = new PublishLink({
    ...parts,
    clock,
    steps: reconnectSteps,
    isLasting: options.isLasting ?? (() => true),
    isPassing: options.isPassing,
    target: targetOf(options),
    plan: () => planOf(options, sources, audioBitrate()),
    onOpen: (session) => {
      // They may have changed during the offer.
      for (const track of sources.tracks) void session.replaceTrack(track).catch(() => undefined);
      session.setAudioBitrate(audioBitrate());
    },
    onChange: (state) => {
      health?.close();
      health = state.name === 'publishing' ? createHealth(sources.camera, sources.microphone) : null;
      update({ phase: phaseOf(state), trouble: troubleOf(state), sent: null, notices: nothingNoticed });
    },
    onLook: ({ stats }) => {
      const observed = health?.observe(stats.values() as Iterable<Stats>);
      if (observed) update(observed);
      if (observed?.notices.frozen && afterWake.replaces()) link.renew();
    },
  });
  const close = (): void => {
    stopEvents();
    link.stop();
    sources.close();
    clock.close();
  };
  for (const track of [options.camera, options.microphone]) if (track) sources.use(track, music);
  return {
    $publisher,
    start() {
      if ($publisher.get().phase !== 'idle') return;
      stopEvents = onPageEvents({ onWake: wake, onLeave: close });
      link.start();
    },
    retry() {
      if ($publisher.get().phase === 'failed') link.start();
    },
    hurry: () => link.hurry(),
    renew: (before) => {
      if (link.state.name === 'publishing') link.renew(before);
    },
    setMuted: (source, isMuted) => sources[source].setMuted(isMuted),
    replaceTrack,
    setMusic(isMusic) {
      music = isMusic;
      link.session?.setAudioBitrate(audioBitrate());
    },
    close,
  };
}

interface PageListeners {
  /** The page becomes visible, or the network returns. */
  onWake(): void;
  /** The page is left, even if the browser keeps it in its back/forward cache. */
  onLeave(): void;
}

/** Returns a function that removes the listeners. */
export function onPageEvents({ onWake, onLeave }: PageListeners): () => void {
  const whenVisible = () => {
    if (document.visibilityState === 'visible') onWake();
  };
  document.addEventListener('visibilitychange', whenVisible);
  window.addEventListener('online', onWake);
  window.addEventListener('pagehide', onLeave);
  return () => {
    document.removeEventListener('visibilitychange', whenVisible);
    window.removeEventListener('online', onWake);
    window.removeEventListener('pagehide', onLeave);
  };
}
