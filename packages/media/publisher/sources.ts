import type { SourceName, SourceState } from './view.ts';

export interface SourcesParts {
  onChange(states: Record<SourceName, SourceState | null>): void;
  /** The system has given a device back. */
  onUnmute(): void;
}

export interface Sources extends Record<SourceName, Source> {
  readonly tracks: MediaStreamTrack[];
  /** Makes a track the camera or the microphone. */
  use(track: MediaStreamTrack, isMusic: boolean): void;
  close(): void;
}

/** The devices of a publisher. */
export function createSources(parts: SourcesParts): Sources {
  const events = {
    onChange: () => parts.onChange({ camera: camera.state, microphone: microphone.state }),
    onUnmute: () => parts.onUnmute(),
  };
  const [camera, microphone] = [new Source(events), new Source(events)];
  return {
    camera,
    microphone,
    get tracks() {
      return [camera.track, microphone.track].filter((track) => track !== null);
    },
    use(track, isMusic) {
      const isVideo = track.kind === 'video';
      track.contentHint = isVideo ? 'motion' : isMusic ? 'music' : 'speech';
      (isVideo ? camera : microphone).use(track);
    },
    close() {
      for (const source of [camera, microphone]) source.close();
    },
  };
}

interface SourceEvents {
  onChange(): void;
  /** The device delivers again after the system had muted it. */
  onUnmute(): void;
}

/** A camera or microphone whose track can change; mutes belong to it and not to the track. */
export class Source {
  readonly #events: SourceEvents;
  #track: MediaStreamTrack | null = null;
  #isMuted = false;
  #isUnplugged = false;
  #unlisten = (): void => undefined;

  constructor(events: SourceEvents) {
    this.#events = events;
  }

  get track(): MediaStreamTrack | null {
    return this.#track;
  }

  get state(): SourceState | null {
    const track = this.#track;
    if (!track) return null;
    return { isMuted: this.#isMuted, isMutedBySystem: track.muted, isUnplugged: this.#isUnplugged };
  }

  /** Whether it should be delivering picture or sound. */
  get isExpected(): boolean {
    return this.#track !== null && !this.#isMuted && !this.#isUnplugged && !this.#track.muted;
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted;
    if (this.#track) this.#track.enabled = !isMuted;
    this.#events.onChange();
  }

  /** Muted from its first frame if the source is muted. */
  use(track: MediaStreamTrack): void {
    this.#unlisten();
    this.#track = track;
    track.enabled = !this.#isMuted;
    this.#isUnplugged = track.readyState === 'ended';
    const listeners = {
      mute: () => this.#events.onChange(),
      unmute: () => {
        this.#events.onChange();
        this.#events.onUnmute();
      },
      ended: () => {
        this.#isUnplugged = true;
        this.#events.onChange();
      },
    };
    for (const [event, listener] of Object.entries(listeners)) track.addEventListener(event, listener);
    this.#unlisten = () => {
      for (const [event, listener] of Object.entries(listeners)) track.removeEventListener(event, listener);
    };
    this.#events.onChange();
  }

  close(): void {
    this.#unlisten();
  }
}
