import { ExtensionProfiles, RtpHeader } from 'werift';

const fixedBytes = 12;
/** Four bytes of extension header, four of abs-send-time. */
const extensionBytes = 8;

/**
 * One viewer's RTP header. Its fixed layout is written in place, because this runs for each packet of each viewer.
 */
export class DownlinkHeader extends RtpHeader {
  sentAt: Buffer = Buffer.alloc(3);
  readonly #extensionId: number | undefined;

  /** `extensionId`: the viewer's number for abs-send-time; the one-byte form has room up to 14. */
  constructor(ssrc: number, extensionId: number | undefined) {
    super({ ssrc });
    this.#extensionId = extensionId !== undefined && extensionId <= 14 ? extensionId : undefined;
  }

  override get serializeSize(): number {
    return this.#extensionId === undefined ? fixedBytes : fixedBytes + extensionBytes;
  }

  override serialize(): Buffer<ArrayBuffer> {
    const bytes = Buffer.allocUnsafe(this.serializeSize);
    bytes[0] = this.#extensionId === undefined ? 0x80 : 0x90;
    bytes[1] = (this.marker ? 0x80 : 0) | this.payloadType;
    bytes.writeUInt16BE(this.sequenceNumber, 2);
    bytes.writeUInt32BE(this.timestamp, 4);
    bytes.writeUInt32BE(this.ssrc, 8);
    if (this.#extensionId === undefined) return bytes;
    bytes.writeUInt16BE(ExtensionProfiles.OneByte, 12);
    bytes.writeUInt16BE(1, 14);
    bytes[16] = (this.#extensionId << 4) | (this.sentAt.length - 1);
    this.sentAt.copy(bytes, 17);
    return bytes;
  }
}
