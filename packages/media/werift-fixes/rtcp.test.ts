import { afterEach, describe, expect, test, vi } from 'vitest';
import * as werift from 'werift';
import {
  GenericNack,
  MediaStreamTrack,
  PacketStatus,
  RecvDelta,
  type RTCRtpReceiver,
  RtcpHeader,
  type RtcpPacket,
  RtcpPacketConverter,
  RtcpRrPacket,
  RtcpTransportLayerFeedback,
  RtpHeader,
  RtpPacket,
  RunLengthChunk,
  TransportWideCC,
} from 'werift';
import { rembMessage } from '../embedded/sfu/rtp/feedback.ts';
import { arrivalFeedback, countReceived, isFullIntraRequest, lostOf, streamAttributes } from './rtcp.ts';
import { answerPlainly, type PlainAnswerer, within } from './testing.ts';

const nack = (lost: number[]) =>
  new RtcpTransportLayerFeedback({
    feedback: new GenericNack({ senderSsrc: 1, mediaSourceSsrc: 2, lost }),
  });

/** The first packet of a datagram as parsed by werift. */
function received(...packets: RtcpPacket[]): GenericNack {
  const [first] = RtcpPacketConverter.deSerialize(Buffer.concat(packets.map((each) => each.serialize())));
  if (!(first instanceof RtcpTransportLayerFeedback) || !(first.feedback instanceof GenericNack)) {
    throw new Error('Not a NACK');
  }
  return first.feedback;
}

test('werift 0.25 still reads the packet after a NACK as part of its list', () => {
  expect(received(nack([7]), rembMessage(1, [2], 500_000)).lost.length).toBeGreaterThan(1);
});

test.each([
  ['one', [7]],
  ['neighbours', [7, 8, 9, 23]],
  ['some far apart', [7, 24, 100, 101, 5000]],
  ['some around the end of the numbers', [65_530, 65_534, 2, 3]],
])('reads only the sequence numbers that the NACK of a datagram names (%s)', (_name, lost) => {
  expect(lostOf(received(nack(lost)))).toEqual(lost);
  expect(lostOf(received(nack(lost), rembMessage(1, [2], 500_000)))).toEqual(lost);
  expect(lostOf(received(nack(lost), nack([20_000, 30_000]), rembMessage(1, [2], 1_234_567)))).toEqual(lost);
});

test('werift 0.25 still does not export the class of a Full Intra Request', () => {
  expect(Object.keys(werift)).not.toContain('FullIntraRequest');
  expect(Object.keys(werift)).toContain('PictureLossIndication');
});

test('recognizes a Full Intra Request and not a Picture Loss Indication', () => {
  const request = Buffer.from('84ce0004000000010000000200000002010000 00'.replace(' ', ''), 'hex');
  const loss = Buffer.from('81ce00020000000100000002', 'hex');
  const read = [request, loss].map((bytes) => {
    const [packet] = werift.RtcpPacketConverter.deSerialize(bytes);
    if (!(packet instanceof werift.RtcpPayloadSpecificFeedback)) throw new Error('No feedback packet');
    return isFullIntraRequest(packet.feedback);
  });
  expect(read).toEqual([true, false]);
});

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

describe('streams of a section', () => {
  let plain: PlainAnswerer;
  afterEach(() => plain.close());

  const layers = [
    { ssrc: 1, first: 100 },
    { ssrc: 2, first: 40_000 },
  ];

  function receiverOf({ pc }: PlainAnswerer): RTCRtpReceiver {
    const receiver = pc.getTransceivers().find(({ kind }) => kind === 'video')?.receiver;
    if (!receiver) throw new Error('No video receiver');
    return receiver;
  }

  /** Returns the sequence numbers requested after five packets of each layer, none of them lost. */
  async function requestsOf(
    receiver: RTCRtpReceiver,
    receive: (packet: RtpPacket) => void,
  ): Promise<number[]> {
    const requests: number[] = [];
    receiver.onPacketLost.subscribe(({ lost }) => void requests.push(...lost));
    for (let count = 0; count < 5; count += 1) {
      for (const { ssrc, first } of layers) {
        const header = new RtpHeader({ ssrc, sequenceNumber: first + count, payloadType: 97 });
        receive(new RtpPacket(header, Buffer.from('x')));
      }
    }
    await within(300, () => requests.length > 0);
    return requests;
  }

  test('werift 0.25 still requests packets that were never sent in a section with several streams', async () => {
    plain = await answerPlainly();
    const receiver = receiverOf(plain);
    for (const { ssrc } of layers)
      receiver.addTrack(new MediaStreamTrack({ kind: 'video', ssrc, remote: true }));
    const requests = await requestsOf(receiver, (packet) => receiver.handleRtpBySsrc(packet, {}));
    expect(requests.length).toBeGreaterThan(0);
  });

  test('counts removed streams in the receiver reports and requests nothing', async () => {
    const withheld = new RegExp(`a=(${streamAttributes.join('|')}):.*\r\n`, 'g');
    plain = await answerPlainly({ peer: { rewriteOffer: (sdp) => sdp.replace(withheld, '') } });
    const reported = new Set<number>();
    vi.spyOn(plain.transport, 'sendRtcp').mockImplementation(async (packets) => {
      for (const packet of packets)
        if (packet instanceof RtcpRrPacket) for (const { ssrc } of packet.reports) reported.add(ssrc);
    });
    const receiver = receiverOf(plain);
    expect(await requestsOf(receiver, (packet) => countReceived(receiver, packet))).toEqual([]);
    await within(3000, () => reported.size > 0);
    expect([...reported]).toEqual([1, 2]);
  });
});
