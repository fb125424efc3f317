import { type HandshakeFragment, wholeMessage } from './records.ts';

/** Maximum bytes of a message; the largest of browsers, a hello with post-quantum keys, has about 1,800. */
const maxMessageBytes = 32 * 1024;

/** Maximum number of kept messages ahead of the next one; a flight has at most six. */
const maxAhead = 8;

class Message {
  readonly #body: Buffer;
  readonly #head: HandshakeFragment;
  /** Received bytes, as ranges that do not touch. */
  #ranges: (readonly [from: number, to: number])[] = [];

  constructor(head: HandshakeFragment) {
    this.#head = head;
    this.#body = Buffer.alloc(head.length);
  }

  add({ type, length, offset, part }: HandshakeFragment): void {
    if (type !== this.#head.type || length !== this.#head.length) return;
    part.copy(this.#body, offset);
    const merged: [number, number][] = [];
    for (const [from, to] of [...this.#ranges, [offset, offset + part.length] as const].sort(
      ([a], [b]) => a - b,
    )) {
      const last = merged.at(-1);
      if (last && from <= last[1]) last[1] = Math.max(last[1], to);
      else merged.push([from, to]);
    }
    this.#ranges = merged;
  }

  get whole(): Buffer | null {
    const [range] = this.#ranges;
    const complete = range?.[0] === 0 && range[1] === this.#head.length;
    return complete ? wholeMessage(this.#head, this.#body) : null;
  }
}

/** Reassembles a peer's handshake: fragments to messages, and messages in the order they were sent. */
export class HandshakeInbox {
  readonly #waiting = new Map<number, Message>();
  #next = 0;

  /** Number of the next expected message. */
  get next(): number {
    return this.#next;
  }

  /** Returns the messages that are complete now, in order; no message for a repeated fragment. */
  take(fragment: HandshakeFragment): Buffer[] {
    const { messageSeq, length } = fragment;
    if (messageSeq < this.#next || messageSeq >= this.#next + maxAhead || length > maxMessageBytes) return [];
    const message = this.#waiting.get(messageSeq) ?? new Message(fragment);
    this.#waiting.set(messageSeq, message);
    message.add(fragment);
    const ready: Buffer[] = [];
    for (
      let whole = this.#waiting.get(this.#next)?.whole;
      whole;
      whole = this.#waiting.get(this.#next)?.whole
    ) {
      ready.push(whole);
      this.#waiting.delete(this.#next);
      this.#next += 1;
    }
    return ready;
  }
}
