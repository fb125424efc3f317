import { expect, it } from 'vitest';
import { liveCast } from '#demo/cast.ts';
import { countUnrecorded, findRecords, identityStateOf } from '#server/performers/records/find-records.ts';
import { realNameWords } from '#server/performers/records/real-name.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { seedPerformers } from './seed-performers.ts';

const test = startTestApp({ withFolder: true });

it('gives the demo’s performers identity records, but not all of them', async () => {
  const { deps } = test;
  await seedPerformers({ ...deps, config: { ...deps.config, demoPerformers: 100 } });
  const rows = await findRecords(deps.db, { query: '', show: 'all', limit: 100, offset: 0 });
  expect(await countUnrecorded(deps.db)).toBe(1);
  expect(rows.filter((row) => identityStateOf(row) === 'approved')).toHaveLength(98);
  const first = rows.find(({ username }) => username === liveCast[0]?.username);
  expect(await realNameWords(deps, first?.id ?? 0)).toContain('waterberg');
});
