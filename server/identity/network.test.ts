import fc from 'fast-check';
import { expect, it } from 'vitest';
import { networkOf } from './network.ts';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001::a:b:c:d:e:f', '2001:0:a:b::/64'],
  ['::a:b:c:d:e:f:1', '0:a:b:c::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is counted as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

it('ignores the last 64 bits, but not the first', () => {
  const half = fc.array(fc.integer({ min: 1, max: 0xffff }), { minLength: 4, maxLength: 4 });
  const text = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');
  fc.assert(
    fc.property(half, half, half, (first, one, other) => {
      expect(networkOf(`${text(first)}:${text(one)}`)).toBe(networkOf(`${text(first)}:${text(other)}`));
      expect(networkOf(`${text(one)}:${text(other)}`) === networkOf(`${text(other)}:${text(one)}`)).toBe(
        text(one) === text(other),
      );
    }),
  );
});
