import { vi } from 'vitest';

/** A track without a picture, which can be counted, stopped and removed. */
class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video';
  readyState: 'live' | 'ended' = 'live';
  contentHint = '';
  enabled = true;
  readonly #deviceId: string | undefined;

  constructor(kind: 'audio' | 'video', deviceId: string | undefined) {
    super();
    this.kind = kind;
    this.#deviceId = deviceId;
  }

  getSettings = () => ({ deviceId: this.#deviceId });

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
  getAudioTracks = () => this.#tracks.filter(({ kind }) => kind === 'audio');
}

export interface FakeCamera {
  /** Constraints requested, in order. */
  readonly requests: readonly MediaStreamConstraints[];
  /** Kinds of the tracks that are open now. */
  open(): string[];
  /** The next opening fails with an error of this name. */
  refuse(name: string): void;
  /** Every opening waits until the returned function is called. */
  hold(): () => void;
  /** Simulates the removal of the device. */
  pullOut(): void;
}

/** Replaces `navigator.mediaDevices`, and keeps the rest of the test's navigator. */
export function fakeCamera(): FakeCamera {
  const requests: MediaStreamConstraints[] = [];
  const tracks: FakeTrack[] = [];
  let refusal: string | null = null;
  let gate = Promise.resolve();
  const mediaDevices = {
    getUserMedia: async (wanted: MediaStreamConstraints) => {
      requests.push(wanted);
      await gate;
      const name = refusal;
      refusal = null;
      if (name) throw new DOMException('refused', name);
      const kinds = (['video', 'audio'] as const).filter((kind) => wanted[kind] !== false);
      const made = kinds.map((kind) => new FakeTrack(kind, idIn(wanted[kind])));
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
    requests,
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

function idIn(wanted: MediaTrackConstraints | boolean | undefined): string | undefined {
  const id = typeof wanted === 'object' ? wanted.deviceId : undefined;
  return typeof id === 'object' && 'exact' in id ? String(id.exact) : undefined;
}
