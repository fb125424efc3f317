import type { SourceName } from '../trouble.ts';

export interface SimulatedDevice {
  readonly kind: 'videoinput' | 'audioinput';
  readonly deviceId: string;
  readonly label: string;
  /** px of a camera. */
  readonly size?: { readonly width: number; readonly height: number };
}

export interface SimulatedOptions {
  /** Opening a second camera fails (`refuse`) or mutes the first (`mute`); by default both are open. */
  readonly secondCamera?: 'refuse' | 'mute';
  /** Tracks of a browser, which a video element can show; by default tracks without picture or sound. */
  readonly record?: (kind: 'video' | 'audio') => MediaStreamTrack;
}

interface Opened {
  readonly device: SimulatedDevice;
  readonly track: MediaStreamTrack;
}

const sourceOf = { videoinput: 'camera', audioinput: 'microphone' } as const;

const failing = (name: string) => new DOMException(`The simulation refuses: ${name}`, name);

/** A track that can be counted and stopped. */
class PlainTrack extends EventTarget {
  readonly id = crypto.randomUUID();
  readonly kind: 'video' | 'audio';
  readyState: 'live' | 'ended' = 'live';
  contentHint = '';
  enabled = true;

  constructor(kind: 'video' | 'audio') {
    super();
    this.kind = kind;
  }

  stop(): void {
    this.readyState = 'ended';
  }
}

/** Devices of a browser: its `mediaDevices` and `permissions`, and a page that can be hidden. */
export class SimulatedDevices extends EventTarget {
  readonly page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  /** Constraints requested, in order. */
  readonly requests: MediaStreamConstraints[] = [];
  /** Devices about which the person was asked, in order. */
  readonly questions: SourceName[][] = [];
  /** What the person says when asked. */
  saysYes = true;
  protected readonly opened: Opened[] = [];
  readonly #options: SimulatedOptions;
  readonly #busy = new Set<string>();
  readonly #permissions = new Map<SourceName, PermissionStatus>();
  #devices: readonly SimulatedDevice[];
  #gate: Promise<unknown> = Promise.resolve();

  constructor(devices: readonly SimulatedDevice[], options: SimulatedOptions = {}) {
    super();
    this.#devices = devices;
    this.#options = options;
    for (const name of ['camera', 'microphone'] as const) {
      const status = Object.assign(new EventTarget(), {
        name,
        onchange: null,
        state: 'prompt' as PermissionState,
      });
      this.#permissions.set(name, status);
    }
  }

  /** For `navigator.mediaDevices`. */
  get mediaDevices(): MediaDevices {
    return this as unknown as MediaDevices;
  }

  /** For `navigator.permissions`. */
  get permissions(): Permissions {
    return { query: async ({ name }) => this.#permission(name as SourceName) };
  }

  get seenPage(): Document {
    return this.page as unknown as Document;
  }

  /** `deviceId`s of the tracks that are open now. */
  get open(): string[] {
    return this.live.map(({ device }) => device.deviceId);
  }

  allow(name: SourceName, state: PermissionState): void {
    const status = this.#permission(name);
    Object.assign(status, { state });
    status.dispatchEvent(new Event('change'));
  }

  /** Another program uses the device, or lets go of it. */
  occupy(deviceId: string, isBusy = true): void {
    if (isBusy) this.#busy.add(deviceId);
    else this.#busy.delete(deviceId);
  }

  /** Every opening waits, like for an answer of the person, until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    return resolve;
  }

  show(isVisible: boolean): void {
    this.page.visibilityState = isVisible ? 'visible' : 'hidden';
    this.page.dispatchEvent(new Event('visibilitychange'));
  }

  enumerateDevices = async (): Promise<MediaDeviceInfo[]> =>
    this.#devices.map(({ kind, deviceId, label }) => {
      // Before the permission browsers say only which kinds there are.
      const isAllowed = this.#permission(sourceOf[kind]).state === 'granted';
      const shown = isAllowed ? { deviceId, label } : { deviceId: '', label: '' };
      return { kind, groupId: '', ...shown, toJSON: () => ({}) };
    });

  getUserMedia = async (wanted: MediaStreamConstraints): Promise<MediaStream> => {
    this.requests.push(wanted);
    const kinds = (['video', 'audio'] as const).filter((kind) => wanted[kind]);
    const found = kinds.map((kind) => this.#find(kind, wanted[kind]));
    if (found.some(({ all }) => all.length === 0)) throw failing('NotFoundError');
    await this.#ask(kinds.map((kind) => (kind === 'video' ? 'camera' : 'microphone')));
    await this.#gate;
    const devices = found.map(({ device }) => device ?? this.#refuse('OverconstrainedError'));
    if (devices.some((device) => this.#isBusy(device))) throw failing('NotReadableError');
    const tracks = devices.map((device) => this.#start(device));
    return streamOf(tracks);
  };

  protected get live(): Opened[] {
    return this.opened.filter(({ track }) => track.readyState === 'live');
  }

  protected replaceDevices(devices: readonly SimulatedDevice[]): void {
    const gone = this.#devices.filter((one) => !devices.includes(one));
    this.#devices = devices;
    for (const { device, track } of this.live) if (gone.includes(device)) this.end(track);
    this.dispatchEvent(new Event('devicechange'));
  }

  protected get devices(): readonly SimulatedDevice[] {
    return this.#devices;
  }

  protected end(track: MediaStreamTrack): void {
    track.stop();
    track.dispatchEvent(new Event('ended'));
  }

  protected mute(track: MediaStreamTrack, isMuted: boolean): void {
    if (track.muted === isMuted) return;
    Object.defineProperty(track, 'muted', { value: isMuted, configurable: true });
    track.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'));
  }

  protected resize(track: MediaStreamTrack, size: { width: number; height: number }): void {
    const settings = { ...track.getSettings(), ...size };
    Object.defineProperty(track, 'getSettings', { value: () => settings, configurable: true });
    track.dispatchEvent(new Event('configurationchange'));
  }

  #permission(name: SourceName): PermissionStatus {
    return this.#permissions.get(name) ?? this.#refuse('TypeError');
  }

  #refuse(name: string): never {
    throw failing(name);
  }

  #find(kind: 'video' | 'audio', constraints: MediaTrackConstraints | boolean | undefined) {
    const all = this.#devices.filter((device) => device.kind === `${kind}input`);
    const id = typeof constraints === 'object' ? constraints.deviceId : undefined;
    const exact = typeof id === 'object' && 'exact' in id ? id.exact : undefined;
    return { all, device: exact === undefined ? all[0] : all.find(({ deviceId }) => deviceId === exact) };
  }

  /** One question for all that the person has not decided about yet. */
  async #ask(names: readonly SourceName[]): Promise<void> {
    const open = names.filter((name) => this.#permission(name).state === 'prompt');
    if (names.some((name) => this.#permission(name).state === 'denied')) throw failing('NotAllowedError');
    if (open.length === 0) return;
    this.questions.push(open);
    if (!this.saysYes) throw failing('NotAllowedError');
    for (const name of open) Object.assign(this.#permission(name), { state: 'granted' });
  }

  #isBusy({ kind, deviceId }: SimulatedDevice): boolean {
    const isOther = ({ device }: Opened) => device.kind === 'videoinput' && device.deviceId !== deviceId;
    const isRefused =
      this.#options.secondCamera === 'refuse' && kind === 'videoinput' && this.live.some(isOther);
    return this.#busy.has(deviceId) || isRefused;
  }

  #start(device: SimulatedDevice): MediaStreamTrack {
    const kind = device.kind === 'videoinput' ? 'video' : 'audio';
    if (kind === 'video' && this.#options.secondCamera === 'mute')
      for (const one of this.live) if (one.track.kind === 'video') this.mute(one.track, true);
    const track = this.#options.record?.(kind) ?? (new PlainTrack(kind) as unknown as MediaStreamTrack);
    const settings = { deviceId: device.deviceId, ...device.size };
    Object.defineProperty(track, 'muted', { value: false, configurable: true });
    Object.defineProperty(track, 'getSettings', { value: () => settings, configurable: true });
    this.opened.push({ device, track });
    return track;
  }
}

/** For `MediaStream` where there is no browser. */
export class SimulatedStream {
  readonly #tracks: Set<MediaStreamTrack>;

  constructor(tracks: readonly MediaStreamTrack[] = []) {
    this.#tracks = new Set(tracks);
  }

  getTracks = (): MediaStreamTrack[] => [...this.#tracks];
  getVideoTracks = (): MediaStreamTrack[] => this.getTracks().filter(({ kind }) => kind === 'video');
  getAudioTracks = (): MediaStreamTrack[] => this.getTracks().filter(({ kind }) => kind === 'audio');
  addTrack = (track: MediaStreamTrack): void => void this.#tracks.add(track);
  removeTrack = (track: MediaStreamTrack): void => void this.#tracks.delete(track);
}

const streamOf = (tracks: readonly MediaStreamTrack[]): MediaStream =>
  typeof MediaStream === 'function'
    ? new MediaStream([...tracks])
    : (new SimulatedStream(tracks) as unknown as MediaStream);
