import { describe, expect, it } from 'vitest';
import { dayOf } from '#contract/day.ts';
import { BOOKS_FILE, listMonthEarnings } from '#contract/desk/money/book-calls.ts';
import { readDeskMember } from '#contract/desk/people/member-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, anOperator, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp, variantOf } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';
import { creditMember } from '#server/wallet/spending/grant-credits.ts';

describe.each(databaseKinds())('free credits in the books on $name', (database) => {
  const test = startTestApp({ on: database });

  it('show what was given, what performers earned from it, and what members still have', async () => {
    const [anna, vera, finance] = [
      await aMember(test, 100),
      await aPerformer(test),
      await anOperator(test, 'finance'),
    ];
    const month = dayOf(test.clock.now()).slice(0, 7);
    const read = () => callApp(test, listMonthEarnings, { month }, finance.headers);
    const strict = variantOf(test, { config: { ...test.deps.config, freeCreditsEarn: false } });
    await creditMember(test.deps, operatorCaller('els', 'sorry'), { memberId: anna.id, credits: 300 });
    for (const app of [test, strict]) {
      const chat = await join(app, anna.caller, vera);
      await chat.tip(130);
      await chat.leave();
    }
    const { result, free } = await read();
    expect(free).toEqual({ given: 300, earned: 130, unearned: 130, ended: 0, held: 40 });
    expect(result).toMatchObject([{ byKind: { tip: 260, unearned: -130 }, other: 0, earned: 130 }]);
    const { credits, freeCredits } = await callApp(
      test,
      readDeskMember,
      { memberId: anna.id },
      finance.headers,
    );
    expect(credits).toBe(140);
    expect(freeCredits).toBe(40);
    const file = await test.app.request(`${BOOKS_FILE}?month=${month}`, {
      headers: { 'api-key': test.deps.config.apiKey, ...finance.headers },
    });
    const rows = (await file.text()).trimEnd().split('\r\n');
    const column = rows[0]?.split(/[,;]/).findIndex((head) => head.includes('free')) ?? -1;
    expect(
      rows
        .slice(1)
        .map((row) => row.replaceAll('"', '').split(/[,;]/))
        .map((row) => [row[2], row.at(column)]),
    ).toEqual([
      ['opening', '0'],
      ['goodwill', '300'],
      ['tip', '130'],
      ['tip', '130'],
      ['unearned', '0'],
    ]);
  });
});
