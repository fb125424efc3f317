import { expect, test } from 'vitest';
import { ReceiverEstimatedMaxBitrate, RtcpPacketConverter, RtcpPayloadSpecificFeedback } from 'werift';
import { bitrateCeiling, bitrateFloor, rembMessage, roomBitrate } from './feedback.ts';

test.each([
  ['without any word of a viewer the ceiling holds', [], bitrateCeiling],
  ['one bad line among good ones does not count', [60_000, 900_000, 1_000_000], 900_000],
  ['when half of the lines are bad the encoder gives way', [400_000, 300_000, 2_000_000], 400_000],
  ['nobody pushes the picture below the floor', [1000], bitrateFloor],
  ['nobody lifts it above the ceiling', [9_000_000], bitrateCeiling],
])('%s', (_name, estimates, bitrate) => {
  expect(roomBitrate(estimates)).toBe(bitrate);
});

test.each([bitrateFloor, 1_234_567, bitrateCeiling])('%i bit/s is decoded as it was encoded', (bitrate) => {
  const [read] = RtcpPacketConverter.deSerialize(rembMessage(1, [42], bitrate).serialize());
  if (!(read instanceof RtcpPayloadSpecificFeedback)) throw new Error('No feedback packet');
  if (!(read.feedback instanceof ReceiverEstimatedMaxBitrate)) throw new Error('No REMB');
  expect(read.feedback.ssrcFeedbacks).toEqual([42]);
  expect(Math.abs(Number(read.feedback.bitrate) - bitrate) / bitrate).toBeLessThan(0.001);
});
