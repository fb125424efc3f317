import { expect, it } from 'vitest';
import { affiliateOverview, csvOf, tableOf } from './affiliates.ts';
import { readLine } from './read-line.ts';

const rows = [
  { day: '2026-11-20', affiliate: '', visits: 12, visitors: 9, signUps: 0, firstPurchases: 0, cents: 0 },
  { day: '2026-11-20', affiliate: '77', visits: 3, visitors: 3, signUps: 2, firstPurchases: 1, cents: 2505 },
];

it('writes values as CSV for spreadsheets', () => {
  expect(csvOf(rows)).toEqual([
    'day,affiliate,visits,visitors,sign-ups,first purchases,euro',
    '2026-11-20,-,12,9,0,0,0.00',
    '2026-11-20,77,3,3,2,1,25.05',
  ]);
});

it('writes readable columns with totals', () => {
  const [head = '', first = '', second = '', , total] = tableOf(rows);
  expect(new Set([head.length, first.length, second.length]).size).toBe(1);
  expect(second).toMatch(/^2026-11-20 {2}77 .* 25\.05$/);
  expect(total).toBe('2 sign-ups, 1 first purchases, 25.05 euro');
});

it.each([
  [['--from', 'yesterday'], 'from:'],
  [['--from', '2026-11-20', '--to', '2026-11-19'], 'to: is before --from'],
])('refuses %j', (options, mistake) => {
  const line = readLine([affiliateOverview], ['report', 'affiliates', ...options]);
  expect(line.kind === 'wrong' && line.mistakes[0]).toContain(mistake);
});
