import { type SimulatedDevice, SimulatedDevices, type SimulatedOptions } from './simulated-devices.ts';

/** Held upright. */
const size = { width: 720, height: 1280 };

const phoneDevices: readonly SimulatedDevice[] = [
  { kind: 'videoinput', deviceId: 'selfie', label: 'camera 1, facing front', size },
  { kind: 'videoinput', deviceId: 'back', label: 'camera 0, facing back', size },
  { kind: 'audioinput', deviceId: 'phone', label: 'Phone' },
];

/**
 * A phone, on which one camera can be open at a time. A call and a lock mute what is open on an iPhone; on Android a call
 * takes the microphone away, and a lock the camera.
 */
export class SimulatedPhone extends SimulatedDevices {
  readonly #isApple: boolean;

  constructor(system: 'android' | 'ios', options: Pick<SimulatedOptions, 'record'> = {}) {
    super(phoneDevices, { ...options, secondCamera: system === 'ios' ? 'mute' : 'refuse' });
    this.#isApple = system === 'ios';
  }

  call(): void {
    this.show(false);
    if (!this.#isApple) this.occupy('phone');
    for (const { track } of this.live)
      if (this.#isApple) this.mute(track, true);
      else if (track.kind === 'audio') this.end(track);
  }

  hangUp(): void {
    this.occupy('phone', false);
    if (this.#isApple) for (const { track } of this.live) this.mute(track, false);
    this.show(true);
  }

  lock(): void {
    this.show(false);
    for (const { track } of this.live)
      if (track.kind === 'video') this.#isApple ? this.mute(track, true) : this.end(track);
  }

  unlock(): void {
    if (this.#isApple) for (const { track } of this.live) this.mute(track, false);
    this.show(true);
  }

  /** Held the other way. */
  turn(): void {
    for (const { track } of this.live) {
      const { width, height } = track.getSettings();
      if (width && height) this.resize(track, { width: height, height: width });
    }
  }

  /** The camera delivers another resolution, as a warm phone does. */
  shrink(): void {
    for (const { track } of this.live) {
      const { width, height } = track.getSettings();
      if (width && height) this.resize(track, { width: width / 2, height: height / 2 });
    }
  }
}
