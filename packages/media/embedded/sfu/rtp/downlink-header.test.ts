import { expect, test } from 'vitest';
import { RtpHeader } from 'werift';
import { DownlinkHeader } from './downlink-header.ts';

const fields = { payloadType: 96, sequenceNumber: 65_535, timestamp: 0xffff_fffe, marker: true };

test.each([
  ['without an extension', undefined, []],
  ['with the time it was sent', 5, [{ id: 5, payload: Buffer.from([1, 2, 3]) }]],
  ['with a number that has no room', 15, []],
])('a header %s survives a round trip', (_name, extensionId, extensions) => {
  const header = Object.assign(new DownlinkHeader(0x8000_0001, extensionId), fields);
  header.sentAt = Buffer.from([1, 2, 3]);
  const bytes = header.serialize();
  expect(bytes).toHaveLength(header.serializeSize);
  expect(RtpHeader.deSerialize(bytes)).toMatchObject({ ...fields, ssrc: 0x8000_0001, extensions });
});
