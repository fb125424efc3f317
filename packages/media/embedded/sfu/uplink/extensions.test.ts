import { expect, test } from 'vitest';
import { sentExtension } from './extensions.ts';

const uri = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id';
const accepted = (direction: string) =>
  sentExtension(['a=mid:0', `a=extmap:9${direction} ${uri}`, 'a=extmap:3 urn:other'], uri);

test('accepts an extension in the opposite direction, as Firefox requires', () => {
  expect(accepted('/sendonly')).toEqual({ id: 9, line: `a=extmap:9/recvonly ${uri}` });
  expect(accepted('')).toEqual({ id: 9, line: `a=extmap:9 ${uri}` });
  expect(accepted('/sendrecv')).toEqual({ id: 9, line: `a=extmap:9/sendrecv ${uri}` });
});

test.each(['/recvonly', '/inactive'])('leaves out an extension that is offered as %s', (direction) => {
  expect(accepted(direction)).toBeNull();
});

test('leaves out an extension that is not offered', () => {
  expect(sentExtension(['a=extmap:3 urn:other'], uri)).toBeNull();
});
