import { randomInt } from 'node:crypto';
import { absSendTime, encryptWithRollover } from '../../../werift-fixes/rtp.ts';
import type { CodecName, MediaKind } from '../../../whip/sdp/codecs.ts';
import type { Choice } from '../answer.ts';
import { absSendTimeUri, type Peer } from '../peer.ts';
import type { RoomPacket } from '../rtp/packet.ts';
import { RateMeter } from '../rtp/rate-meter.ts';
import { rolloverOf, seqOf } from '../rtp/sequence.ts';
import { renumberVp8 } from '../rtp/vp8.ts';
import { Downlink, DownlinkHeader } from './downlink.ts';
import type { Layer } from './layer.ts';
import { type LossReport, LossWindow, type ReportAnswer, RoundTrip } from './receiver-reports.ts';
import type { Sent } from './renumbering.ts';

const nothing = Buffer.alloc(0);

const payloadOf = ({ packet, picture, tl0, isEmpty }: Sent): Buffer =>
  isEmpty ? nothing : renumberVp8(packet.payload, packet.frame, picture, tl0);

/** Minimum pause between repeats of a packet, in ms and as a share of the round trip: a repeat may be on its way. */
const repeatMs = 30;
const repeatShare = 0.8;
/** Maximum repeats of a viewer, and repeats gained per packet: on a line that loses more, repeats only fill it. */
const repeats = { most: 100, each: 0.3 };

/** The stream in which lost packets are sent again (RFC 4588); it begins at `index`. */
interface Repairs {
  header: DownlinkHeader;
  index: number;
  payloadTypes: ReadonlyMap<CodecName, number>;
}

/** One viewer's track of sound or picture. */
export class ViewerTrack {
  readonly down: Downlink;
  readonly #peer: Peer;
  readonly #kind: MediaKind;
  readonly #header: DownlinkHeader;
  readonly #payloadTypes: ReadonlyMap<CodecName, number>;
  readonly #repairs: Repairs;
  readonly #rate = new RateMeter();
  packets = 0;
  octets = 0;
  readonly roundTrip = new RoundTrip();
  readonly #losses = new LossWindow();
  /** Repaired packets of the stretch that the next reports cover. */
  #repaired = 0;
  #repeatsLeft = repeats.most;

  constructor(peer: Peer, { kind, codecs }: Choice) {
    const transceiver = peer.transceivers.get(kind);
    const extension = transceiver?.headerExtensions.find(({ uri }) => uri === absSendTimeUri);
    this.#peer = peer;
    this.#kind = kind;
    this.#header = new DownlinkHeader(transceiver?.sender.ssrc ?? 0, extension?.id);
    this.#payloadTypes = new Map(codecs.map(({ name, payloadType }) => [name, payloadType]));
    this.#repairs = {
      header: new DownlinkHeader(transceiver?.sender.rtxSsrc ?? 0, extension?.id),
      index: randomInt(1, 0x8000),
      payloadTypes: new Map(
        codecs.flatMap(({ name, rtx }) => (rtx === undefined ? [] : [[name, rtx] as const])),
      ),
    };
    this.down = new Downlink(kind);
  }

  get ssrc(): number {
    return this.#header.ssrc;
  }

  /** bit/s */
  get sentRate(): number {
    return this.#rate.total;
  }

  accepts(codec: CodecName): boolean {
    return this.#payloadTypes.has(codec);
  }

  send(layer: Layer, packet: RoomPacket, now: number): boolean {
    if (!this.#peer.connected || !this.accepts(packet.codec)) return false;
    const sent = this.down.take(layer, packet, now);
    if (!sent) return false;
    this.#transmit(sent, now);
    return true;
  }

  /** Sends up to `count` packets of the viewer's backlog and returns their number. */
  catchUp(count: number, now: number): number {
    if (!this.#peer.connected) return 0;
    const due = this.down.catchUp(count, now);
    for (const sent of due) this.#transmit(sent, now);
    return due.length;
  }

  /** `needed`: the packet is no longer kept, and the viewer cannot continue without it. */
  repeat(seq: number, now: number): 'sent' | 'needed' | 'of no use' {
    const sent = this.down.numbers.find(seq);
    const pause = Math.max(repeatMs, this.roundTrip.ms * repeatShare);
    if (sent && (now - sent.repeatedAt < pause || this.#repeatsLeft < 1)) return 'of no use';
    if (sent) {
      sent.repeatedAt = now;
      this.#repeatsLeft -= 1;
      this.#sendAgain(sent);
      this.down.gate.spend(sent.packet.payload.length);
      return 'sent';
    }
    return this.#kind === 'video' && this.down.numbers.isWanted(seq) ? 'needed' : 'of no use';
  }

  /**
   * Returns the share of packets finally lost and the line's bit/s; null until enough is reported. Repairs sent as
   * another stream are not in the reports and are subtracted.
   */
  readReport(report: LossReport & ReportAnswer, now: number): { lost: number; carried: number } | null {
    this.roundTrip.answered(report, now);
    const stretch = this.#losses.take(report, now);
    if (!stretch) return null;
    const { packets, ms } = stretch;
    const share = stretch.lost / packets;
    const repaired = (this.#repaired / packets) * (1 - share);
    this.#repaired = 0;
    const bits = (8 * this.octets) / this.packets;
    const carried = ((1 - share + repaired) * packets * bits * 1000) / ms;
    return { lost: Math.max(0, share - repaired), carried };
  }

  #transmit(sent: Sent, now: number): void {
    const bytes = sent.packet.payload.length;
    this.packets += 1;
    this.octets += bytes;
    this.#repeatsLeft = Math.min(this.#repeatsLeft + repeats.each, repeats.most);
    this.#rate.add(bytes, 0, now);
    this.down.gate.spend(bytes);
    this.#encrypt(sent);
  }

  /** A number is always encrypted to the same bytes: AES-GCM must never use a nonce for two texts. */
  #encrypt(sent: Sent): void {
    const header = this.#header;
    header.payloadType = this.#payloadTypes.get(sent.packet.codec) ?? 0;
    header.sentAt = sent.sentAt;
    this.#send(header, sent, sent.index, payloadOf(sent));
  }

  /** Sends it in the repair stream, or unchanged if the player negotiated no such stream. */
  #sendAgain(sent: Sent): void {
    const repairs = this.#repairs;
    const payloadType = repairs.payloadTypes.get(sent.packet.codec);
    if (payloadType === undefined) {
      this.#encrypt(sent);
      return;
    }
    const original = Buffer.allocUnsafe(2);
    original.writeUInt16BE(seqOf(sent.index));
    repairs.header.payloadType = payloadType;
    repairs.header.sentAt = absSendTime();
    this.#send(repairs.header, sent, repairs.index, Buffer.concat([original, payloadOf(sent)]));
    repairs.index += 1;
    this.#repaired += 1;
  }

  #send(header: DownlinkHeader, { packet, timestamp, isEmpty }: Sent, index: number, payload: Buffer): void {
    if (!this.#peer.connected) return;
    header.sequenceNumber = seqOf(index);
    header.timestamp = timestamp;
    header.marker = packet.marker && !isEmpty;
    const { transport } = this.#peer;
    const bytes = encryptWithRollover(transport, { header, payload, rollover: rolloverOf(index) });
    transport.iceTransport.connection.send(bytes).catch(() => undefined);
  }
}
