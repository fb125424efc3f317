import { expect, test } from 'vitest';
import { RtpHeader, RtpPacket } from 'werift';
import { createSendTimes } from './send-time.ts';

const second = 2 ** 18;
const packetAt = (steps: number): RtpPacket => {
  const payload = Buffer.alloc(3);
  payload.writeUIntBE(steps, 0, 3);
  return new RtpPacket(new RtpHeader({ extensions: [{ id: 4, payload }] }), Buffer.alloc(0));
};

test('reads times in ms from the first packet on, also of a reordered packet and after the counter’s end', () => {
  const sentAt = createSendTimes(4);
  const first = 63.5 * second;
  expect(sentAt(packetAt(first))).toBe(0);
  expect(sentAt(packetAt(first + second / 4))).toBe(250);
  expect(sentAt(packetAt(first + second / 8))).toBe(125);
  expect(sentAt(packetAt(second / 2))).toBe(1000);
});

test('returns null for a packet without the extension', () => {
  expect(createSendTimes(7)(packetAt(0))).toBeNull();
});
