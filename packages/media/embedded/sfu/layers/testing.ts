import { setTimeout as sleep } from 'node:timers/promises';
import {
  ExtensionProfiles,
  PictureLossIndication,
  RtcpPayloadSpecificFeedback,
  RtpHeader,
  type RtpPacket,
} from 'werift';
import type { TestPeer } from '../../../testing/whip-client.ts';
import { rembMessage } from '../rtp/feedback.ts';
import { vp8Payload } from '../rtp/testing.ts';
import { readVp8 } from '../rtp/vp8.ts';

const ridUri = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id';
const ridExtension = 10;
const frameMs = 33;

/** Test layers from small to large, with packets per frame and bytes per packet: 0.1, 0.35 and 1.2 Mbit/s. */
export const testLayers = {
  l: { width: 160, packets: 1, bytes: 400, ssrc: 101 },
  m: { width: 320, packets: 2, bytes: 730, ssrc: 102 },
  h: { width: 640, packets: 5, bytes: 1000, ssrc: 103 },
} as const;

export type LayerName = keyof typeof testLayers;
const names: readonly LayerName[] = ['l', 'm', 'h'];

/** Adds the layers to the video section of an offer. */
export function offerLayers(sdp: string): string {
  const lines = [
    `a=extmap:${ridExtension} ${ridUri}`,
    ...names.map((name) => `a=rid:${name} send`),
    `a=simulcast:send ${names.join(';')}`,
  ];
  return `${sdp.trimEnd()}\r\n${lines.join('\r\n')}\r\n`;
}

/** An encoder of three layers that sends key frames on request. */
export class LayeredEncoder {
  readonly silent = new Set<LayerName>();
  /** Key frame requests by layer, in order. */
  readonly requests: { name: LayerName; at: number }[] = [];
  readonly #peer: TestPeer;
  readonly #due = new Set<LayerName>(names);
  readonly #seq = { l: 65_500, m: 100, h: 40_000 };
  #frame = 0;
  #stopped = false;

  constructor(peer: TestPeer) {
    this.#peer = peer;
    peer.pc.dtlsTransports[0]?.onRtcp.subscribe((packet) => {
      if (!(packet instanceof RtcpPayloadSpecificFeedback)) return;
      const { feedback } = packet;
      if (!(feedback instanceof PictureLossIndication)) return;
      const name = names.find((each) => testLayers[each].ssrc === feedback.mediaSsrc);
      if (!name) return;
      this.requests.push({ name, at: Date.now() });
      this.#due.add(name);
    });
  }

  /** Sends 30 frames per second until stopped. */
  async run(): Promise<void> {
    for (const start = Date.now(); !this.#stopped; ) {
      while (this.#frame < (Date.now() - start) / frameMs) this.#send();
      // biome-ignore lint/plugin/sleeps: an encoder’s pace
      await sleep(5);
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  #send(): void {
    this.#frame += 1;
    for (const name of names) if (!this.silent.has(name)) this.#sendFrame(name);
  }

  #sendFrame(name: LayerName): void {
    const { width, packets, bytes, ssrc } = testLayers[name];
    const isKey = this.#due.delete(name);
    for (let part = 0; part < packets; part += 1) {
      const payload = vp8Payload({
        isKey,
        isStart: part === 0,
        width,
        height: (width * 3) / 4,
        picture: (this.#frame + ssrc * 100) & 0x7fff,
        tl0: (this.#frame + ssrc) & 0xff,
        bytes,
      });
      payload.write(name, payload.length - 1, 'latin1');
      const header = new RtpHeader({
        version: 2,
        ssrc,
        payloadType: 97,
        sequenceNumber: this.#seq[name],
        timestamp: (this.#frame * 3000 + ssrc * 1_000_000) >>> 0,
        marker: part === packets - 1,
        extension: true,
        extensionProfile: ExtensionProfiles.OneByte,
        extensions: [{ id: ridExtension, payload: Buffer.from(name) }],
      });
      this.#seq[name] = (this.#seq[name] + 1) & 0xffff;
      void this.#peer.pc.dtlsTransports[0]?.sendRtp(payload, header);
    }
  }
}

/** In pixels, of a WebP with a VP8 frame (RFC 6386, section 9.1). */
export const widthOf = (picture: Buffer): number => picture.readUInt16LE(26) & 0x3fff;

export interface SeenPacket {
  seq: number;
  timestamp: number;
  layer: string;
  isKey: boolean;
  picture: number;
  tl0: number;
}

export function seen({ header, payload }: RtpPacket): SeenPacket {
  const { isKey, picture, tl0 } = readVp8(payload);
  const layer = payload.subarray(-1).toString('latin1');
  return { seq: header.sequenceNumber, timestamp: header.timestamp, layer, isKey, picture, tl0 };
}

/** Sends a player's bandwidth estimate (REMB) in bit/s. */
export function estimate({ pc, video }: TestPeer, bitsPerSecond: number): void {
  const ssrc = video?.receiver.tracks[0]?.ssrc ?? 0;
  void pc.dtlsTransports[0]?.sendRtcp([rembMessage(1, [ssrc], bitsPerSecond)]);
}
