import { afterEach, expect, test, vi } from 'vitest';
import { MediaStreamTrack, type RTCRtpReceiver, RtcpRrPacket, RtpHeader, RtpPacket } from 'werift';
import { countReceived, streamAttributes } from './streams-of-a-section.ts';
import { answerPlainly, type PlainAnswerer, within } from './testing.ts';

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
async function requestsOf(receiver: RTCRtpReceiver, receive: (packet: RtpPacket) => void): Promise<number[]> {
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
