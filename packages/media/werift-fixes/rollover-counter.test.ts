import { expect, test } from 'vitest';
import { RtpHeader, SrtpSession } from 'werift';
import { encryptWithRollover } from './rollover-counter.ts';

const key = Buffer.alloc(16, 1);
const salt = Buffer.alloc(12, 2);
const keys = { localMasterKey: key, localMasterSalt: salt, remoteMasterKey: key, remoteMasterSalt: salt };
const open = () => new SrtpSession({ keys, profile: 7 });

const payload = Buffer.from('a picture');
const headerOf = (index: number) => new RtpHeader({ ssrc: 42, sequenceNumber: index & 0xffff, timestamp: 9 });

const wrap = 0x1_0000;
const repeated = wrap - 36;
const last = wrap + 100;
/** All packets except the last, followed by a repeat of the first. */
const sent = [...Array.from({ length: last - repeated }, (_, count) => repeated + count), repeated];

const withRollover = (session: SrtpSession, index: number) =>
  encryptWithRollover(
    { srtp: session },
    { header: headerOf(index), payload, rollover: Math.floor(index / wrap) },
  );

test('werift 0.25 still loses its rollover counter after a repeat near the wrap-around', () => {
  const plain = open();
  for (const index of sent) plain.encrypt(payload, headerOf(index));
  expect(plain.encrypt(payload, headerOf(last))).not.toEqual(withRollover(open(), last));
});

test('a receiver can decrypt packets after a repeat near the wrap-around', () => {
  const [sender, receiver] = [open(), open()];
  for (const index of sent) {
    const bytes = withRollover(sender, index);
    if (index !== repeated) receiver.decrypt(bytes);
  }
  const read = receiver.decrypt(withRollover(sender, last));
  expect(read.subarray(-payload.length)).toEqual(payload);
});
