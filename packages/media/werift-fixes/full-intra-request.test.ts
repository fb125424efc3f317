import { expect, test } from 'vitest';
import * as werift from 'werift';
import { isFullIntraRequest } from './full-intra-request.ts';

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
