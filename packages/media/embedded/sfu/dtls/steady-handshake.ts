import type { RTCDtlsTransport } from 'werift';
import { HandshakeInbox } from './inbox.ts';
import { FlightOutbox } from './outbox.ts';
import { contentTypes, type DtlsRecord, plainRecord, readFragments, readRecords } from './records.ts';

/** Records under the new keys that are kept until the message that makes those keys has come. */
const maxEarly = 8;

type Dtls = NonNullable<RTCDtlsTransport['dtls']>;

/** The clear text of a record under the handshake's keys; null without keys, or when somebody else has made it. */
function decrypt({ cipher }: Dtls, { fragment, ...header }: DtlsRecord): Buffer | null {
  try {
    return cipher.cipher.decrypt(cipher.sessionType, fragment, header);
  } catch {
    return null;
  }
}

/** Stands between the datagrams of one connection and werift's handshake. */
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

  /** The handshake is over: the last flight is repeated when the peer asks, and never by the clock. */
  settle(): void {
    this.#outbox.settle();
  }

  #receive(datagram: Buffer): void {
    for (const record of readRecords(datagram)) {
      if (record.type === contentTypes.handshake) this.#handshake(record);
      // Alerts in the clear can be anybody's.
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

  /** Hands on what is complete and in order; werift reads each message from a record of its own. */
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
 * Makes werift's handshake stand loss, repeats and datagrams that overtake each other (docs/decisions/0124). To be called
 * before the transport starts. Without it, werift mixes fragments of different messages, derives keys from messages in the
 * wrong order and draws new ones for a repeated hello, after which the two sides never agree.
 */
export function steadyHandshake(transport: RTCDtlsTransport): void {
  const start = transport.start.bind(transport);
  transport.start = async () => {
    const started = start();
    // Made before `start` waits for the first time, and no datagram is read in between.
    const handshake = transport.dtls && new SteadyHandshake(transport.dtls);
    transport.onStateChange.subscribe((state) => {
      if (state !== 'connecting') handshake?.settle();
    });
    await started;
  };
}
