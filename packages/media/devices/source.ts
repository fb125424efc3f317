import { atom, type ReadableAtom } from 'nanostores';
import { type DeviceEvent, type DeviceState, isDelivering, moveDevice, refusals } from './states.ts';
import type { DeviceTrouble, SourceName } from './trouble.ts';

/** px of a picture, as the device is held now. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface SourceView {
  readonly state: DeviceState;
  /** Also the former one, while another device opens beside it. */
  readonly track: MediaStreamTrack | null;
  /** Why the last attempt failed, also if the former device is open again. */
  readonly trouble: DeviceTrouble | null;
  /** The chosen `deviceId`; null for the browser's default. */
  readonly chosen: string | null;
  /** Null of a microphone, and until it is known. */
  readonly size: PictureSize | null;
  /** The last track ended: the device was unplugged, or taken away by the system. Until another track opens. */
  readonly isLost: boolean;
  /** Lost while nobody looked at the page: opened again when it is visible. */
  readonly isReturning: boolean;
}

const closed: SourceView = {
  state: 'closed',
  track: null,
  trouble: null,
  chosen: null,
  size: null,
  isLost: false,
  isReturning: false,
};

function sizeOf(track: MediaStreamTrack): PictureSize | null {
  const { width, height } = track.getSettings();
  return track.kind === 'video' && width && height ? { width, height } : null;
}

export interface SourceParts {
  /** The page is hidden. */
  isUnseen(): boolean;
  /** Another device is opened at once, and again when the page is visible. */
  readonly isReplaced: boolean;
  onEnded(source: DeviceSource): void;
}

/** The only writer of a source's state. */
export class DeviceSource {
  readonly name: SourceName;
  readonly #view = atom<SourceView>(closed);
  readonly #parts: SourceParts;
  #unlisten = (): void => undefined;
  /** Numbers the attempts: what opens after a later attempt, or after `close`, is discarded. */
  #attempt = 0;
  #isEnabled = true;
  /** `deviceId` of the last track; null before the first one. */
  lastId: string | null = null;
  /** Whether the wanted device was plugged in when that was last read; null before. */
  wasListed: boolean | null = null;
  /** Taken away by a lock or a call: opened again when the page is visible. Ends with the next track. */
  #returnsUnasked = false;

  constructor(name: SourceName, chosen: string | null, parts: SourceParts) {
    this.name = name;
    this.#parts = parts;
    this.#view.set({ ...closed, chosen });
  }

  /** Whether it is opened unasked when the page is visible again. */
  get returnsUnasked(): boolean {
    return this.#returnsUnasked && !isDelivering(this.view.state) && this.view.state !== 'opening';
  }

  get $view(): ReadableAtom<SourceView> {
    return this.#view;
  }

  get view(): SourceView {
    return this.#view.get();
  }

  get kind(): MediaDeviceKind {
    return this.name === 'camera' ? 'videoinput' : 'audioinput';
  }

  /** What to open again: another camera than the one that was lost is opened only if it is chosen. */
  get wantedId(): string | null {
    const { isLost, chosen } = this.view;
    return isLost ? (this.lastId ?? chosen) : chosen;
  }

  /** Returns the number of a new attempt, with which its end is reported. */
  begin(chosen: string | null): number {
    this.#attempt += 1;
    this.#move('ask', { chosen, trouble: null, isReturning: false });
    return this.#attempt;
  }

  isCurrent(attempt: number): boolean {
    return attempt === this.#attempt;
  }

  /** Muted by the page if the former track was. `change.trouble`: why another device did not open. */
  accept(track: MediaStreamTrack, change: Partial<Pick<SourceView, 'chosen' | 'trouble'>> = {}): void {
    this.#follow(track);
    this.#returnsUnasked = false;
    track.enabled = this.#isEnabled;
    this.#move('opened', { ...change, track, size: sizeOf(track), isLost: false, isReturning: false });
    if (track.muted) this.#move('mute');
    if (track.readyState === 'ended') this.#end();
  }

  refuse(trouble: DeviceTrouble): void {
    this.#drop();
    this.#move(refusals[trouble], { trouble, track: null, size: null });
  }

  /** Stops the track before another device is opened; the state stays as it is. */
  stopFormer(): void {
    this.view.track?.stop();
    this.#drop();
    this.#view.set({ ...this.view, track: null });
  }

  tell(event: 'return' | 'leave' | 'allow'): void {
    this.#move(event);
  }

  measure(size: PictureSize): void {
    const now = this.view.size;
    if (size.width === now?.width && size.height === now.height) return;
    this.#view.set({ ...this.view, size });
  }

  close(): void {
    this.#attempt += 1;
    this.#returnsUnasked = false;
    this.view.track?.stop();
    this.#drop();
    this.#isEnabled = true;
    this.#view.set({ ...closed, chosen: this.view.chosen });
  }

  #move(event: DeviceEvent, change: Partial<SourceView> = {}): void {
    this.#view.set({ ...this.view, ...change, state: moveDevice(this.view.state, event) });
  }

  #end(): void {
    this.#drop();
    const isChanging = this.view.state === 'opening';
    const isReturning = this.#parts.isUnseen();
    this.#returnsUnasked = isReturning || this.#parts.isReplaced;
    this.#move('end', { track: null, size: null, isLost: true, isReturning });
    if (!isChanging) this.#parts.onEnded(this);
  }

  /** Remembers what the next track continues. */
  #drop(): void {
    this.#unlisten();
    const { track } = this.view;
    if (track) this.#isEnabled = track.enabled;
  }

  #follow(track: MediaStreamTrack): void {
    this.#drop();
    this.lastId = track.getSettings().deviceId ?? null;
    const measure = () => {
      const size = sizeOf(track);
      if (size) this.measure(size);
    };
    const listeners = {
      mute: () => this.#move('mute'),
      unmute: () => this.#move('unmute'),
      ended: () => this.#end(),
      // Rotation, or another resolution.
      configurationchange: measure,
    };
    for (const [event, listener] of Object.entries(listeners)) track.addEventListener(event, listener);
    this.#unlisten = () => {
      for (const [event, listener] of Object.entries(listeners)) track.removeEventListener(event, listener);
    };
  }
}
