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
  if (!receiver) throw new Error('No picture was offered');
  return receiver;
}

/** The sequence numbers asked for again after five packets of each layer, none of which is lost. */
async function askedFor(receiver: RTCRtpReceiver, receive: (packet: RtpPacket) => void): Promise<number[]> {
  const asked: number[] = [];
  receiver.onPacketLost.subscribe(({ lost }) => void asked.push(...lost));
  for (let count = 0; count < 5; count += 1) {
    for (const { ssrc, first } of layers) {
      const header = new RtpHeader({ ssrc, sequenceNumber: first + count, payloadType: 97 });
      receive(new RtpPacket(header, Buffer.from('x')));
    }
  }
  await within(300, () => asked.length > 0);
  return asked;
}

test('werift 0.25 still asks for packets that were never sent where a section has several streams', async () => {
  plain = await answerPlainly();
  const receiver = receiverOf(plain);
  for (const { ssrc } of layers)
    receiver.addTrack(new MediaStreamTrack({ kind: 'video', ssrc, remote: true }));
  const asked = await askedFor(receiver, (packet) => receiver.handleRtpBySsrc(packet, {}));
  expect(asked.length).toBeGreaterThan(0);
});

test('streams that were withheld are counted in the receiver reports, and nothing is asked for again', async () => {
  const withheld = new RegExp(`a=(${streamAttributes.join('|')}):.*\r\n`, 'g');
  plain = await answerPlainly({ peer: { rewriteOffer: (sdp) => sdp.replace(withheld, '') } });
  const reported = new Set<number>();
  vi.spyOn(plain.transport, 'sendRtcp').mockImplementation(async (packets) => {
    for (const packet of packets)
      if (packet instanceof RtcpRrPacket) for (const { ssrc } of packet.reports) reported.add(ssrc);
  });
  const receiver = receiverOf(plain);
  expect(await askedFor(receiver, (packet) => countReceived(receiver, packet))).toEqual([]);
  await within(3000, () => reported.size > 0);
  expect([...reported]).toEqual([1, 2]);
});
