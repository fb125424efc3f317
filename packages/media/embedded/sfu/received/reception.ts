import type { Received } from '../../../port/gateway.ts';
import type { MediaKind } from '../../../whip/sdp/codecs.ts';
import type { RoomPacket } from '../rtp/packet.ts';
import { FrameWatch } from './frame-watch.ts';

/** ms below which nothing was silent: the gaps between packets. */
const gapMs = 1000;

export interface ReceptionParts {
  /** Kinds of media that the encoder has announced. */
  kinds: ReadonlySet<MediaKind>;
  now: number;
}

/** Measures what arrives from one encoder: each size of its picture, and its sound. */
export class Reception {
  readonly #kinds: ReadonlySet<MediaKind>;
  readonly #since: number;
  readonly #pictures = new Map<string | null, FrameWatch>();
  #sound: SoundWatch;

  constructor({ kinds, now }: ReceptionParts) {
    this.#kinds = kinds;
    this.#since = now;
    this.#sound = new SoundWatch(now);
  }

  /** `rid`: name of the size among several. */
  takePicture(rid: string | null, { timestamp, payload, frame }: RoomPacket, now: number): void {
    const watch = this.#pictures.get(rid) ?? new FrameWatch(now);
    this.#pictures.set(rid, watch);
    const { isKey, size } = frame;
    watch.take({ timestamp, bytes: payload.length, isKey, size }, now);
  }

  takeSound({ payload }: RoomPacket, level: number | null, now: number): void {
    this.#sound.take(payload.length, level, now);
  }

  /** False without a picture. */
  isFrozen(now: number): boolean {
    if (!this.#kinds.has('video')) return false;
    const watches = [...this.#pictures.values()];
    if (watches.length === 0) return new FrameWatch(this.#since).isFrozen(now);
    return watches.every((watch) => watch.isFrozen(now));
  }

  state(now: number): Received {
    const sized = [...this.#pictures.values()].filter((watch) => watch.framesPerSecond(now) > 0);
    const [largest] = sized.toSorted((one, other) => (other.size?.height ?? 0) - (one.size?.height ?? 0));
    const pictures = sized.reduce((sum, watch) => sum + watch.bitrate(now), 0);
    const silentMs = this.#kinds.has('audio') ? this.#sound.silentMs(now) : 0;
    return {
      picture: this.#kinds.has('video') ? (this.isFrozen(now) ? 'frozen' : 'moving') : null,
      silentMs: silentMs < gapMs ? 0 : silentMs,
      size: largest?.size ?? null,
      framesPerSecond: largest ? Math.round(largest.framesPerSecond(now)) : null,
      bitrate: Math.round(pictures + this.#sound.bitrate(now)),
    };
  }
}

/** -dBov (RFC 6464) from which sound counts as silence. */
const silentLevel = 60;
/** Largest Opus packet of digital silence; without a level, louder silence cannot be told from sound. */
const silentBytes = 10;
/** ms over which the bitrate is measured. */
const measuredMs = 2000;

/** Measures the sound of an encoder without decoding it. */
export class SoundWatch {
  readonly #since: number;
  #packets: { at: number; bytes: number }[] = [];
  #heardAt: number;

  constructor(now: number) {
    this.#since = now;
    this.#heardAt = now;
  }

  /** `level`: -dBov that the packet states, 127 for silence; null if it states no level. */
  take(bytes: number, level: number | null, now: number): void {
    if (level === null ? bytes > silentBytes : level < silentLevel) this.#heardAt = now;
    this.#packets.push({ at: now, bytes });
    if (now - (this.#packets[0]?.at ?? now) > measuredMs + 500) this.#forget(now);
  }

  /** ms for which nothing was heard, missing packets included. */
  silentMs(now: number): number {
    return Math.max(0, now - this.#heardAt);
  }

  /** bit/s */
  bitrate(now: number): number {
    this.#forget(now);
    const seconds = Math.min(measuredMs, Math.max(1000, now - this.#since)) / 1000;
    return (this.#packets.reduce((sum, { bytes }) => sum + bytes, 0) * 8) / seconds;
  }

  #forget(now: number): void {
    this.#packets = this.#packets.filter(({ at }) => now - at < measuredMs);
  }
}
