/** Copies the fields of a bit string that its reader knows; what follows them is left out. Throws RangeError at its end. */
export class BitCopy {
  readonly #bytes: Uint8Array;
  readonly #kept: number[] = [];
  #isKeeping = true;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length * 8 - this.#at;
  }

  /** Copies a field of at most 32 bits. */
  bits(count: number): number {
    const value = this.peek(count);
    this.#at += count;
    if (this.#isKeeping) this.write(value, count);
    return value;
  }

  flag(): boolean {
    return this.bits(1) === 1;
  }

  /** ue(v) of H.264 (9.1), uvlc() of AV1 (4.10.3). */
  exp(): number {
    let zeros = 0;
    while (!this.flag()) zeros += 1;
    if (zeros > 32) throw new RangeError('The number is too large');
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** se(v) of H.264, 9.1.1. */
  signedExp(): number {
    const value = this.exp();
    return value % 2 === 0 ? -value / 2 : (value + 1) / 2;
  }

  /** Value of the next bits, which stay unread. */
  peek(count: number): number {
    if (count > this.left) throw new RangeError('The description is truncated');
    let value = 0;
    for (let at = this.#at; at < this.#at + count; at += 1)
      value = value * 2 + (((this.#bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  }

  /** Reads fields without copying them. */
  leaveOut(read: () => void): void {
    this.#isKeeping = false;
    read();
    this.#isKeeping = true;
  }

  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit -= 1) this.#kept.push(Math.floor(value / 2 ** bit) % 2);
  }

  /** Whether a stop bit and zeros up to a byte's end come next (rbsp_trailing_bits of H.264, 7.3.2.11). */
  isStop(): boolean {
    const count = this.left % 8 || 8;
    return this.left > 0 && this.peek(count) === 2 ** (count - 1);
  }

  /** Whether nothing follows but a stop bit and zeros. */
  isEnd(): boolean {
    const next = (this.#at >> 3) + 1;
    return this.isStop() && this.#bytes.subarray(next).every((byte) => byte === 0);
  }

  /** The copied fields, filled up with zeros. */
  copied(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(Math.ceil(this.#kept.length / 8));
    for (const [at, bit] of this.#kept.entries())
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (7 - (at & 7)));
    return bytes;
  }

  /** The same with a stop bit. */
  stopped(): Uint8Array<ArrayBuffer> {
    this.write(1, 1);
    return this.copied();
  }
}

/** Reads bits; null if they are damaged. */
export function unlessDamaged<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
