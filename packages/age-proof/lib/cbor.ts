import { isUtf8 } from 'node:buffer';
import { must, refuse } from '../labels.ts';
import { cborDecode, DataItem } from './libraries.ts';

/** An attestation with one element has 7 levels and about 60 items. */
export const MAX_DEPTH = 16;
export const MAX_ITEMS = 1000;

/** Dates and embedded CBOR; cbor-x has further tags that create objects. */
const tags: ReadonlySet<number> = new Set([0, 1, 24, 1004]);

const BREAK = 0xff;
const INDEFINITE = 31;

/** Walks over bytes without creating values, and refuses what a decoder must not see. */
class Scanner {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #items = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** @throws {Refused} unless the bytes are exactly one item */
  whole(): void {
    this.#item(0);
    must(this.#at === this.#bytes.length, 'cbor-malformed');
  }

  /** Returns a comparable form of an integer or a text, of which a map's keys consist. */
  #item(depth: number): string | undefined {
    must(depth <= MAX_DEPTH, 'cbor-depth');
    this.#items += 1;
    must(this.#items <= MAX_ITEMS, 'cbor-items');
    const first = this.#byte();
    const [major, info] = [first >> 5, first & 31];
    if (major === 7) {
      this.#simple(info);
      return undefined;
    }
    if (info === INDEFINITE) {
      must(major === 4 || major === 5, 'cbor-malformed');
      this.#children(major, depth, undefined);
      return undefined;
    }
    const value = this.#argument(info);
    if (major <= 1) return `${major}:${value}`;
    if (major === 6) {
      must(tags.has(Number(value)), 'cbor-malformed');
      this.#item(depth + 1);
      return undefined;
    }
    must(value <= this.#bytes.length - this.#at, 'cbor-length');
    if (major >= 4) {
      this.#children(major, depth, Number(value));
      return undefined;
    }
    const content = this.#take(Number(value));
    if (major === 2) return undefined;
    must(isUtf8(content), 'cbor-malformed');
    return `3:${Buffer.from(content.buffer, content.byteOffset, content.length).toString('utf8')}`;
  }

  /** @param count undefined up to a break */
  #children(major: number, depth: number, count: number | undefined): void {
    const keys = new Set<string>();
    for (let number = 0; count === undefined || number < count; number += 1) {
      if (count === undefined && this.#bytes[this.#at] === BREAK) {
        this.#at += 1;
        return;
      }
      const key = this.#item(depth + 1);
      if (major === 4) continue;
      if (key === undefined) refuse('cbor-malformed');
      must(!keys.has(key), 'cbor-duplicate-key');
      keys.add(key);
      this.#item(depth + 1);
    }
  }

  /** false, true, null, undefined, and floats. */
  #simple(info: number): void {
    must((info >= 20 && info <= 23) || (info >= 25 && info <= 27), 'cbor-malformed');
    if (info >= 25) this.#take(2 ** (info - 24));
  }

  #argument(info: number): number | bigint {
    if (info < 24) return info;
    must(info <= 27, 'cbor-malformed');
    const { byteOffset, byteLength } = this.#take(2 ** (info - 24));
    const at = byteOffset - this.#bytes.byteOffset;
    if (byteLength === 1) return this.#view.getUint8(at);
    if (byteLength === 2) return this.#view.getUint16(at);
    if (byteLength === 4) return this.#view.getUint32(at);
    const value = this.#view.getBigUint64(at);
    return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) refuse('cbor-length');
    this.#at += 1;
    return byte;
  }

  #take(length: number): Uint8Array {
    must(length <= this.#bytes.length - this.#at, 'cbor-length');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

/**
 * Decodes one item; embedded items stay undecoded.
 * @throws {Refused}
 */
export function decode(bytes: Uint8Array): unknown {
  new Scanner(bytes).whole();
  return cborDecode(bytes, { unwrapTopLevelDataItem: false });
}

/** @throws {Refused} */
export function mapOf(value: unknown): Map<unknown, unknown> {
  return value instanceof Map ? value : refuse('malformed');
}

/** @throws {Refused} */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : refuse('malformed');
}

/** @throws {Refused} */
export function bytesOf(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : refuse('malformed');
}

/**
 * Bytes of an embedded item (tag 24), which signatures and digests are about.
 * @throws {Refused}
 */
export function embeddedOf(value: unknown): Uint8Array {
  return value instanceof DataItem ? bytesOf(value.buffer) : refuse('malformed');
}

/** @throws {Refused} */
export function timeOf(value: unknown): number {
  const time = value instanceof Date ? value.getTime() : Number.NaN;
  must(Number.isFinite(time), 'malformed');
  return time;
}
