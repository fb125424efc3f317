import type { SourceName, SourceState } from './view.ts';

export interface SourcesParts {
  onChange(states: Record<SourceName, SourceState | null>): void;
  /** The system has given a device back. */
  onUnmute(): void;
  onUnplugged?: ((name: SourceName) => void) | undefined;
  openMicrophone?: (() => Promise<MediaStreamTrack>) | undefined;
  /** A microphone was opened instead of an unplugged one. */
  onOther(track: MediaStreamTrack): void;
}

export interface Sources extends Record<SourceName, Source> {
  readonly tracks: MediaStreamTrack[];
  /** Makes a track the camera or the microphone. */
  use(track: MediaStreamTrack, isMusic: boolean): void;
  /** Stops the microphones opened here. */
  close(): void;
}

/** The devices of a publisher. */
export function createSources(parts: SourcesParts): Sources {
  const opened: MediaStreamTrack[] = [];
  let isOver = false;

  /** If no microphone opens, its state stays unplugged. */
  const openOther = async (): Promise<void> => {
    const track = await parts.openMicrophone?.().catch(() => null);
    if (!track) return;
    opened.push(track);
    if (isOver) track.stop();
    else parts.onOther(track);
  };
  const events = {
    onChange: () => parts.onChange({ camera: camera.state, microphone: microphone.state }),
    onUnmute: () => parts.onUnmute(),
    onUnplugged: (name: SourceName) => {
      parts.onUnplugged?.(name);
      if (name === 'microphone') void openOther();
    },
  };
  const [camera, microphone] = [new Source('camera', events), new Source('microphone', events)];
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
      isOver = true;
      for (const source of [camera, microphone]) source.close();
      for (const track of opened) track.stop();
    },
  };
}

interface SourceEvents {
  onChange(): void;
  /** The device delivers again after the system had muted it. */
  onUnmute(): void;
  onUnplugged(name: SourceName): void;
}

/** A camera or microphone whose track can change; mutes belong to it and not to the track. */
export class Source {
  readonly name: SourceName;
  readonly #events: SourceEvents;
  #track: MediaStreamTrack | null = null;
  #isMuted = false;
  #isUnplugged = false;
  #unlisten = (): void => undefined;

  constructor(name: SourceName, events: SourceEvents) {
    this.name = name;
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
        this.#events.onUnplugged(this.name);
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
