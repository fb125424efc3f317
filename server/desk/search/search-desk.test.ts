import { describe, expect, it } from 'vitest';
import type { OperatorRole } from '#contract/desk/roles.ts';
import { searchDesk } from '#contract/desk/search-calls.ts';
import { sendReport } from '#contract/safety/report-calls.ts';
import { caseAbout } from '#server/safety/reports/reads.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { makeMember } from '#server/testing/make.ts';
import { aMember, anOperator, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';
import { open, payAndNotify } from '#server/wallet/purchase/testing.ts';

describe.each(databaseKinds())('the search of the desk on $name', (database) => {
  const test = startTestApp({ on: database });
  const search = async (query: string, role: OperatorRole = 'owner') =>
    (await callApp(test, searchDesk, { query }, (await anOperator(test, role)).headers)).result;
  const keys = async (query: string, role?: OperatorRole) =>
    (await search(query, role)).map(({ by, key }) => `${by} ${key}`);

  it('finds a member by the number of a payment, for roles that see members only', async () => {
    const anna = await aMember(test);
    const { order, payment } = await open(test, anna);
    await payAndNotify(test, order);
    expect(await keys(`payment:${payment}`, 'support')).toEqual([`payment member:${anna.id}`]);
    expect(await keys(`payment:${payment}`, 'moderator')).toEqual([]);
  });

  it('finds the exact name before names that begin with it', async () => {
    const longer = await makeMember(test.deps, { username: 'zeester', usernameFolded: 'zeester' });
    const exact = await makeMember(test.deps, { username: 'zee', usernameFolded: 'zee' });
    expect(await keys('zee')).toEqual([`member member:${exact}`]);
    expect(await keys('zeest')).toEqual([`member member:${longer}`]);
  });

  it('finds a performer by a part of her name, in any form of its letters', async () => {
    const vera = await aPerformer(test);
    expect(await keys(vera.username.toUpperCase(), 'finance')).toContain(`performer performer:${vera.id}`);
  });

  it('finds both people of a chat', async () => {
    const [anna, vera] = [await aMember(test, 100), await aPerformer(test)];
    const { session } = await join(test, anna.caller, vera);
    expect(await keys(session)).toEqual([`session performer:${vera.id}`, `session member:${anna.id}`]);
    expect(await keys(session, 'moderator')).toEqual([`session performer:${vera.id}`]);
  });

  it('finds the case of a report, for moderators only', async () => {
    const vera = await aPerformer(test);
    const { number } = await callApp(test, sendReport, {
      performer: vera.username,
      reason: 'identity',
      details: 'this is me',
      lang: 'en',
      email: 'guest@example.com',
      place: 'stream',
      second: 42,
      key: test.deps.newId(),
    });
    const found = await caseAbout(test.deps.db, { performerId: vera.id });
    expect(await search(number, 'moderator')).toEqual([
      { by: 'report', key: `case:${found?.id}`, name: vera.username, email: null },
    ]);
    expect(await keys(`case:${found?.id}`, 'moderator')).toEqual([`case case:${found?.id}`]);
    expect(await keys(number, 'support')).toEqual([]);
  });
});
