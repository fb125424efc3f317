import { describe, expect, it } from 'vitest';
import { countByFilter, listPerformers } from '#contract/performers/directory/directory-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp, type TestApp } from '#server/testing/test-app.ts';

/** Names in the order of the answer. */
async function namesOf(test: TestApp, input: Parameters<typeof callApp<typeof listPerformers>>[2]) {
  const { result } = await callApp(test, listPerformers, input);
  return result.map(({ username }) => username);
}

/** Dear and Plain are live; Cheap and Dearest are offline. */
async function fill(test: TestApp): Promise<void> {
  const { online, offline } = onlineStatus;
  const made = [
    { username: 'Dear', onlineStatus: online, chatPrice: 90 },
    { username: 'Plain', onlineStatus: online, chatPrice: null },
    { username: 'Cheap', onlineStatus: offline, chatPrice: 30 },
    { username: 'Dearest', onlineStatus: offline, chatPrice: 5000 },
  ];
  for (const fields of made) await makePerformer(test.deps, fields);
}

describe('a list with own prices', () => {
  const test = startTestApp({ environment: { PRICES: 'chat=30-120/6,vip=120-480/12' } });

  it('shows what each asks, and filters and sorts by a minute of chat, the live first', async () => {
    await fill(test);
    const { result } = await callApp(test, listPerformers, { filter: { gender: 'female' } });
    expect(Object.fromEntries(result.map(({ username, prices }) => [username, prices?.chat]))).toEqual({
      Dear: 90,
      Plain: 60,
      Cheap: 30,
      Dearest: 120,
    });
    expect(await namesOf(test, { filter: { price: 60 } })).toEqual(['Plain', 'Cheap']);
    const sorted = (value: string) =>
      namesOf(test, { filter: { gender: 'female' }, ordering: [{ key: 'price', value }] });
    expect(await sorted('asc')).toEqual(['Plain', 'Dear', 'Cheap', 'Dearest']);
    expect(await sorted('desc')).toEqual(['Dear', 'Plain', 'Dearest', 'Cheap']);
    expect((await callApp(test, countByFilter, { filter: { price: 60 } })).total).toBe(2);
    expect((await callApp(test, countByFilter, {})).prices).toEqual({ min: 30, max: 120 });
  });
});

describe('without PRICES', () => {
  const test = startTestApp();

  it('nothing of it is shown, and the filter is ignored', async () => {
    await fill(test);
    const { result } = await callApp(test, listPerformers, { filter: { price: 30 } });
    expect(result).toHaveLength(4);
    expect(result.every((card) => !('prices' in card))).toBe(true);
    expect(await callApp(test, countByFilter, {})).not.toHaveProperty('prices');
  });
});
