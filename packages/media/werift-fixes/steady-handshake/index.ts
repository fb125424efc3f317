/*
 * werift 0.25.2
 *
 * Symptom: lost, repeated or reordered datagrams break or slow handshakes; unencrypted alerts and
 * ClientHellos are accepted during media (docs/decisions/media/media-server.md).
 *
 * Report to file upstream:
 *   Title: DTLS handshake does not survive loss, duplicates and reordering; plaintext alerts close the connection
 *   Connect two peers through a proxy that delivers each burst of datagrams in reverse order: they never connect. Causes,
 *   all in packages/dtls/src: (1) fragments of all messages are kept in one list; (2) messages are handled in order of
 *   arrival, so the master secret is derived from those that have arrived; (3) a repeated ClientHello gets a new random
 *   and a new key; (4) encrypted records that arrive before the keys are dropped; (5) a flight is five datagrams and is
 *   repeated after 500 ms at the earliest; (6) alerts of epoch 0 close a connected session, and a ClientHello of epoch 0
 *   starts a renegotiation. RFC 6347, 4.2.2 to 4.2.4 describes the missing behaviour.
 */
import type { RTCDtlsTransport } from 'werift';
import { FlightOutbox } from './outbox.ts';
import {
  contentTypes,
  type DtlsRecord,
  type HandshakeFragment,
  plainRecord,
  readFragments,
  readRecords,
  wholeMessage,
} from './records.ts';

/** Maximum number of early records that are kept until the message that completes their keys arrives. */
const maxEarly = 8;

type Dtls = NonNullable<RTCDtlsTransport['dtls']>;

/** Decrypts a record with the handshake's keys; null without keys or with an invalid tag. */
function decrypt({ cipher }: Dtls, { fragment, ...header }: DtlsRecord): Buffer | null {
  try {
    return cipher.cipher.decrypt(cipher.sessionType, fragment, header);
  } catch {
    return null;
  }
}

/** Filters and orders the datagrams of one connection before the library's handshake reads them. */
class SteadyHandshake {
  readonly #dtls: Dtls;
  readonly #read: (record: Buffer) => void;
  readonly #inbox = new HandshakeInbox();
  readonly #outbox: FlightOutbox;
  #early: DtlsRecord[] = [];

  constructor(dtls: Dtls) {
    this.#dtls = dtls;
    const { socket } = dtls.transport;
    const { onData, send } = socket;
    this.#read = (record) => onData(record, ['', 0]);
    this.#outbox = new FlightOutbox((datagram) => {
      send(datagram).catch(() => undefined);
    });
    socket.onData = (datagram) => this.#receive(datagram);
    socket.send = async (record) => {
      if (dtls.connected) await send(record);
      else this.#outbox.add(record);
    };
  }

  /** The handshake is over: the last flight is repeated only if the peer repeats its own. */
  settle(): void {
    this.#outbox.settle();
  }

  #receive(datagram: Buffer): void {
    for (const record of readRecords(datagram)) {
      if (record.type === contentTypes.handshake) this.#handshake(record);
      // Anyone can forge an unencrypted alert.
      else if (record.type === contentTypes.alert && record.epoch > 0) this.#alert(record);
      else if (record.type === contentTypes.applicationData) this.#read(record.bytes);
    }
  }

  #handshake(record: DtlsRecord): void {
    if (record.epoch === 0) {
      this.#take(record.fragment, !this.#dtls.connected);
      return;
    }
    if (!this.#dtls.cipher.cipher) {
      if (this.#early.length < maxEarly) this.#early.push(record);
      return;
    }
    const clear = decrypt(this.#dtls, record);
    if (clear) this.#take(clear, true);
  }

  /** Passes on complete messages in order, each in a separate record. */
  #take(fragments: Buffer, mayRepeat: boolean): void {
    for (const fragment of readFragments(fragments)) {
      if (fragment.messageSeq === this.#inbox.next - 1 && mayRepeat) this.#outbox.repeat();
      for (const message of this.#inbox.take(fragment)) {
        this.#outbox.answered();
        this.#read(plainRecord(contentTypes.handshake, message));
      }
    }
    if (this.#early.length > 0 && this.#dtls.cipher.cipher) {
      const early = this.#early;
      this.#early = [];
      for (const record of early) this.#handshake(record);
    }
  }

  #alert(record: DtlsRecord): void {
    const clear = decrypt(this.#dtls, record);
    if (clear) this.#read(plainRecord(contentTypes.alert, clear));
  }
}

/**
 * Makes a transport's handshake survive loss, duplicates and reordering, and ignore unencrypted alerts. Call before the
 * transport starts.
 */
export function steadyHandshake(transport: RTCDtlsTransport): void {
  const start = transport.start.bind(transport);
  transport.start = async () => {
    const started = start();
    // `start` has created it before its first await, and no datagram is read in between.
    const handshake = transport.dtls && new SteadyHandshake(transport.dtls);
    transport.onStateChange.subscribe((state) => {
      if (state !== 'connecting') handshake?.settle();
    });
    await started;
  };
}

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
