import { describe, expect, it } from 'vitest';
import { BOOKS_FILE } from '#contract/desk/money/book-calls.ts';
import { STATEMENT_FILE } from '#contract/desk/money/payout-calls.ts';
import { EARNINGS_FILE } from '#contract/studio/numbers/earnings-calls.ts';
import { MOVEMENTS_FILE } from '#contract/wallet/receipts-calls.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, anOperator, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';
import { open, payAndNotify } from '#server/wallet/purchase/testing.ts';

/** Two months, the moment between them, and the VAT of each: in winter, after summer time began, and on its last day. */
const edges = [
  ['2026-11', '2026-12', '2026-11-30T23:00:00Z', 21, 20],
  ['2027-03', '2027-04', '2027-03-31T22:00:00Z', 20, 19],
  ['2027-10', '2027-11', '2027-10-31T23:00:00Z', 19, 18],
] as const;

describe.each(databaseKinds())('files of a month on $name', (database) => {
  const test = startTestApp({
    on: database,
    environment: { VAT: '21,2026-12-01:20,2027-04-01:19,2027-11-01:18' },
  });

  async function rowsOf(path: string, headers: Record<string, string>): Promise<string[][]> {
    const response = await test.app.request(path, {
      headers: { 'api-key': test.deps.config.apiKey, ...headers },
    });
    expect(response.status, path).toBe(200);
    const [, ...lines] = (await response.text()).trimEnd().split('\r\n');
    return lines.map((line) => line.replaceAll('"', '').split(/[,;]/));
  }

  it.each(edges)(
    'end and begin at midnight of the house: %s and %s',
    async (month, next, edge, vat, nextVat) => {
      test.clock.advance(Date.parse(edge) - 1000 - test.clock.now().getTime());
      const [anna, vera] = [await aMember(test, 1000), await aPerformer(test)];
      const trade = async () => {
        const { order } = await open(test, anna);
        await payAndNotify(test, order);
        const chat = await join(test, anna.caller, vera);
        await chat.tip(100);
        await chat.leave();
      };
      await trade();
      // The host's clock is wrong while the month ends.
      test.clock.jump(3_600_000);
      test.clock.advance(1000);
      await trade();

      const finance = await anOperator(test, 'finance');
      const [before, after] = [`${month}-${edge.slice(8, 10)} 23:59:59`, `${next}-01 00:00:00`];
      const sales = async (of: string) =>
        (await rowsOf(`${BOOKS_FILE}?month=${of}&lang=en`, finance.headers)).filter(
          ([, , kind]) => kind === 'purchase',
        );
      const cents = 995;
      const vatOf = (percent: number) => ((cents * percent) / (100 + percent) / 100).toFixed(2);
      expect((await sales(month)).at(-1)).toEqual(expect.arrayContaining([before, '9.95', vatOf(vat)]));
      expect((await sales(next)).at(0)).toEqual(expect.arrayContaining([after, '9.95', vatOf(nextVat)]));
      for (const [of, rows] of [
        [month, await rowsOf(`${BOOKS_FILE}?month=${month}&lang=en`, finance.headers)],
        [next, await rowsOf(`${BOOKS_FILE}?month=${next}&lang=en`, finance.headers)],
      ] as const)
        expect(rows.filter(([date]) => !date?.startsWith(of))).toEqual([]);

      for (const [of, at] of [
        [month, before],
        [next, after],
      ] as const) {
        const shows = await rowsOf(`${EARNINGS_FILE}?month=${of}&lang=en`, bearer(vera.token));
        expect(shows.map(([day, begin]) => [day, begin])).toEqual([[at.slice(0, 10), at]]);
        const statement = await rowsOf(
          `${STATEMENT_FILE}?month=${of}&performer=${vera.id}&lang=en`,
          finance.headers,
        );
        expect(statement).toContainEqual(['tip', '', '100', '', '', '']);
      }
      const movements = await rowsOf(`${MOVEMENTS_FILE}?lang=en`, bearer(anna.token));
      expect(movements.slice(-4).map(([at]) => at)).toEqual([before, before, after, after]);
      const affiliates = await rowsOf(
        `/api/desk/list/affiliates.csv?month=${month}&lang=en`,
        finance.headers,
      );
      expect(affiliates.at(-1)?.slice(-1)).toEqual(['9.95']);
    },
  );
});
