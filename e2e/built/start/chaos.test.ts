import { expect, test } from 'vitest';
import { runChaos } from '../../support/chaos/chaos.ts';

test('members who watch, tip, buy and return purchases lose nothing while the process is killed twice', {
  timeout: 600_000,
}, async () => {
  const found = await runChaos({ clients: 8, kills: 2, seats: 3, lives: [2000, 5000] });
  expect(found.wrong).toEqual([]);
  expect(found.tips.acknowledged).toBeGreaterThanOrEqual(4);
  expect(found.minutes.acknowledged).toBeGreaterThan(2);
  expect(found.orders.paid).toBeGreaterThanOrEqual(8);
  expect(found.lost, 'the kills came in the middle').toBeGreaterThan(0);
});
