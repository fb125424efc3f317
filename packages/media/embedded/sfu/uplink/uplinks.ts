import { GenericNack, RtcpTransportLayerFeedback, type RtpPacket, unwrapRtx } from 'werift';
import type { Choice } from '../answer.ts';
import type { Sending } from '../choices.ts';
import type { LayerSource } from '../layers/layer.ts';
import type { Peer } from '../peer.ts';
import { Missing, seqOf, Unwrapped } from '../rtp/sequence.ts';
import { extensionOf, type OfferedRids } from './extensions.ts';

/** One stream of an encoder. */
export interface Uplink {
  source: LayerSource;
  numbers: Unwrapped;
  missing: Missing;
  payloadType: number;
  /** SSRC of its retransmissions; null until one has named the layer. */
  repairSsrc: number | null;
}

/** Reads the packet's layer from this header extension. */
function ridOf(packet: RtpPacket, { rids }: OfferedRids, extensionId: number): string | undefined {
  const named = extensionOf(packet, extensionId)?.toString('latin1');
  return rids.find((rid) => rid === named);
}

/** Maps SSRCs to streams: by the layer's name, or by the payload type for a single stream. */
export function createUplinks(choices: readonly Choice[], { rids }: Sending) {
  const uplinks = new Map<number, Uplink>();
  const ridsOf = (mid: string) => rids.find((offered) => offered.mid === mid);
  const byPayloadType = new Map(
    choices.flatMap(({ kind, mid, codecs: [codec] }) =>
      codec ? [[codec.payloadType, { kind, codec: codec.name, layers: ridsOf(mid) }] as const] : [],
    ),
  );
  const repairTypes = new Map(
    choices.flatMap(({ codecs: [codec] }) =>
      codec?.rtx === undefined ? [] : [[codec.rtx, codec.payloadType] as const],
    ),
  );
  function learn(packet: RtpPacket): Uplink | undefined {
    const { payloadType, ssrc } = packet.header;
    const known = byPayloadType.get(payloadType);
    const rid = known?.layers ? ridOf(packet, known.layers, known.layers.extensionId) : null;
    if (!known || rid === undefined) return undefined;
    const source = { kind: known.kind, codec: known.codec, ssrc, rid };
    const uplink = {
      source,
      numbers: new Unwrapped(),
      missing: new Missing(),
      payloadType,
      repairSsrc: null,
    };
    // An encoder that restarts under another SSRC no longer uses the old one.
    for (const [old, other] of uplinks) {
      if (other.source.kind === source.kind && other.source.rid === source.rid) uplinks.delete(old);
    }
    uplinks.set(ssrc, uplink);
    return uplink;
  }
  /** Finds the stream that a retransmission repairs. */
  function repairedBy(packet: RtpPacket, payloadType: number): Uplink | undefined {
    const { ssrc } = packet.header;
    const same = [...uplinks.values()].filter((uplink) => uplink.payloadType === payloadType);
    const layers = byPayloadType.get(payloadType)?.layers;
    if (!layers) return same[0];
    const rid = ridOf(packet, layers, layers.repairedId);
    const uplink = same.find(({ source, repairSsrc }) => (rid ? source.rid === rid : repairSsrc === ssrc));
    if (uplink) uplink.repairSsrc = ssrc;
    return uplink;
  }
  return {
    all: uplinks,
    /** Unwraps a retransmission (RFC 4588); null if it was not requested, such as padding. Other packets stay as is. */
    unwrapped: (packet: RtpPacket): RtpPacket | null => {
      const payloadType = repairTypes.get(packet.header.payloadType);
      if (payloadType === undefined) return packet;
      const uplink = repairedBy(packet, payloadType);
      const isAwaited = packet.payload.length > 2 && uplink?.missing.awaits(packet.payload.readUInt16BE(0));
      return uplink && isAwaited ? unwrapRtx(packet, payloadType, uplink.source.ssrc) : null;
    },
    of: (packet: RtpPacket) =>
      byPayloadType.has(packet.header.payloadType)
        ? (uplinks.get(packet.header.ssrc) ?? learn(packet))
        : undefined,
  };
}

/** ms between checks for missing packets. */
const repeatCheckMs = 20;

/** Requests lost packets (NACK), separately for each stream. */
export function createRepeats(peer: Peer, uplinks: ReadonlyMap<number, Uplink>, now: () => number) {
  let timer: NodeJS.Timeout | null = null;
  function ask(): void {
    timer = null;
    for (const { source, missing } of uplinks.values()) {
      const lost = missing.due(now()).map(seqOf);
      const senderSsrc = peer.transceivers.get(source.kind)?.receiver.rtcpSsrc ?? 0;
      const feedback = new GenericNack({ senderSsrc, mediaSourceSsrc: source.ssrc, lost });
      if (lost.length > 0) peer.sendRtcp([new RtcpTransportLayerFeedback({ feedback })]);
      if (missing.size > 0) schedule();
    }
  }
  function schedule(): void {
    if (!timer) timer = setTimeout(ask, repeatCheckMs).unref();
  }
  return ({ source, numbers, missing }: Uplink, seq: number) => {
    if (source.kind !== 'video') return;
    missing.came(numbers.index(seq), now());
    if (missing.size > 0) schedule();
  };
}
