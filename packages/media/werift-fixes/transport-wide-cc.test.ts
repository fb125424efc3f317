import { expect, test } from 'vitest';
import { PacketStatus, RecvDelta, RtcpHeader, RunLengthChunk, TransportWideCC } from 'werift';
import { arrivalFeedback } from './transport-wide-cc.ts';

const { TypeTCCPacketReceivedSmallDelta: small, TypeTCCPacketReceivedLargeDelta: large } = PacketStatus;

type DeltaStatus = NonNullable<RecvDelta['type']>;

/** Arrivals of `count` consecutive packets. */
const fieldsOf = (type: DeltaStatus, count: number) => ({
  senderSsrc: 1,
  mediaSourceSsrc: 2,
  baseSequenceNumber: 7,
  packetStatusCount: count,
  referenceTime: 3,
  fbPktCount: 0,
  packetChunks: [new RunLengthChunk({ packetStatus: type, runLength: count })],
  recvDeltas: Array.from({ length: count }, () => new RecvDelta({ type, delta: 4, parsed: true })),
});

test('werift 0.25 still writes feedback that is not a multiple of four bytes', () => {
  const bytes = new TransportWideCC(fieldsOf(small, 1)).serialize();
  expect(bytes.length % 4).not.toBe(0);
});

test.each<[string, DeltaStatus]>([
  ['small deltas', small],
  ['large deltas', large],
])('feedback with %s has whole words and the right length', (_name, type) => {
  for (const count of [1, 2, 3, 4, 5]) {
    const bytes = arrivalFeedback(fieldsOf(type, count)).serialize();
    const header = RtcpHeader.deSerialize(bytes);
    expect(bytes.length).toBe(4 * (header.length + 1));
    expect(TransportWideCC.deSerialize(bytes.subarray(4), header).recvDeltas).toHaveLength(count);
  }
});
