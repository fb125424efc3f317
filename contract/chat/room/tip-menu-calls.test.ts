import { expect, it } from 'vitest';
import { newerTippers } from './tip-menu-calls.ts';

it('keeps the newer list, whatever the order of arrival', () => {
  const [older, newer] = [
    { seq: 4, tippers: [{ name: 'Anna', credits: 100 }] },
    { seq: 5, tippers: [{ name: 'Anna', credits: 300 }] },
  ];
  expect(newerTippers(older, newer)).toEqual(newer);
  expect(newerTippers(newer, older)).toEqual(newer);
});

it('takes a list with the same number: credits were given back', () => {
  const tippers = [{ name: 'Anna', credits: 100 }];
  expect(newerTippers({ seq: 4, tippers }, { seq: 4, tippers: [] })).toEqual({ seq: 4, tippers: [] });
});
