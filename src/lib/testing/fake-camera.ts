import { vi } from 'vitest';

/** A camera without a picture: tracks that can be counted, stopped and pulled out. */
class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video';
  readyState: 'live' | 'ended' = 'live';
  contentHint = '';

  constructor(kind: 'audio' | 'video') {
    super();
    this.kind = kind;
  }

  stop(): void {
    this.readyState = 'ended';
  }
}

class FakeStream {
  readonly #tracks: readonly FakeTrack[];

  constructor(tracks: readonly FakeTrack[]) {
    this.#tracks = tracks;
  }

  getTracks = () => this.#tracks;
  getVideoTracks = () => this.#tracks.filter(({ kind }) => kind === 'video');
}

export interface FakeCamera {
  /** What was asked of the browser, in order. */
  readonly asked: readonly MediaStreamConstraints[];
  /** Kinds of the tracks that are open now: the light is on. */
  open(): string[];
  /** The next opening fails with an error of this name. */
  refuse(name: string): void;
  /** Every opening waits until it is let through. */
  hold(): () => void;
  /** The device is gone. */
  pullOut(): void;
}

/** Takes the place of `navigator.mediaDevices`, beside what the test's navigator has already. */
export function fakeCamera(): FakeCamera {
  const asked: MediaStreamConstraints[] = [];
  const tracks: FakeTrack[] = [];
  let refusal: string | null = null;
  let gate = Promise.resolve();
  const mediaDevices = {
    getUserMedia: async (wanted: MediaStreamConstraints) => {
      asked.push(wanted);
      await gate;
      const name = refusal;
      refusal = null;
      if (name) throw new DOMException('refused', name);
      const kinds = wanted.audio === false ? (['video'] as const) : (['video', 'audio'] as const);
      const made = kinds.map((kind) => new FakeTrack(kind));
      tracks.push(...made);
      return new FakeStream(made);
    },
    enumerateDevices: async () => [
      { kind: 'videoinput', deviceId: 'front', label: 'Front camera' },
      { kind: 'videoinput', deviceId: 'desk', label: '' },
      { kind: 'audioinput', deviceId: 'mic', label: 'Headset' },
      { kind: 'audiooutput', deviceId: 'out', label: 'Speaker' },
    ],
  };
  vi.stubGlobal('navigator', { ...navigator, mediaDevices });
  const live = () => tracks.filter(({ readyState }) => readyState === 'live');
  return {
    asked,
    open: () => live().map(({ kind }) => kind),
    refuse: (name) => {
      refusal = name;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    pullOut: () => {
      for (const track of live()) {
        track.readyState = 'ended';
        track.dispatchEvent(new Event('ended'));
      }
    },
  };
}
