import { expect, test } from 'vitest';
import { GenericNack, type RtcpPacket, RtcpPacketConverter, RtcpTransportLayerFeedback } from 'werift';
import { rembMessage } from '../embedded/sfu/rtp/remb.ts';
import { lostOf } from './nack-list.ts';

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
