import type { SourceName, SourceState } from './view.ts';

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
