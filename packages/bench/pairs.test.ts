import { expect, it } from 'vitest';
import { type Comparison, compare, median } from './pairs.ts';

const plan = { pairs: 5, windowMs: 1, warmUpMs: 0 };

/** Measures that return the given figures, and a record of the order of calls. */
function contenders(ours: readonly number[], peer: readonly number[]) {
  const turns: string[] = [];
  const play = (who: string, figures: readonly number[]) => {
    // The first one is the warm-up, which is ignored.
    const left = [999_999, ...figures];
    return async () => {
      turns.push(who);
      return left.shift() ?? Number.NaN;
    };
  };
  const comparison: Comparison = {
    name: 'a thing',
    unit: 'things',
    ours: play('A', ours),
    peer: play('B', peer),
    note: () => 'as told',
  };
  return { comparison, turns };
}

const still = [100, 100, 100, 100, 100];

it('takes turns, so that neither always goes first', async () => {
  const { comparison, turns } = contenders(still, still);
  await compare(comparison, plan);
  expect(turns.join('')).toBe('AB' + 'ABBAABBAAB');
});

it('returns the median of the paired ratios, not the ratio of the medians', async () => {
  const { comparison } = contenders([10, 20, 30, 40, 50], [50, 40, 30, 20, 10]);
  const row = await compare(comparison, plan);
  expect(row).toMatchObject({ ours: 30, peer: 30, ratio: 1, min: 0.2, max: 5 });
  const skewed = await compare(contenders([1, 9, 9, 9, 9], [1, 10, 3, 3, 3]).comparison, plan);
  expect(skewed).toMatchObject({ ours: 9, peer: 3, ratio: 3, min: 0.9, max: 3 });
});

it('marks the row if the peer’s own figures vary', async () => {
  const unrest = await compare(contenders(still, [100, 100, 100, 100, 116]).comparison, plan);
  expect(unrest.note).toBe('as told; UNSTEADY: the peer itself varied by 16 %');
  expect((await compare(contenders(still, [100, 100, 100, 100, 115]).comparison, plan)).note).toBe('as told');
});

it.each([
  ['a peer that did nothing', still, [100, 0, 100, 100, 100]],
  ['a server that did nothing', [100, 100, 0, 100, 100], still],
  ['figures that are no numbers', [Number.NaN], still],
])('refuses %s', async (_, ours, peer) => {
  await expect(compare(contenders(ours, peer).comparison, plan)).rejects.toThrow(
    'a thing: a measurement is zero or not finite',
  );
});

it('averages the two middle values', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([3, 1, 2])).toBe(2);
});
