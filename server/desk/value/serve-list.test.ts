import { describe, expect, it } from 'vitest';
import { describedActs, describedLists } from '#contract/desk/described/sections.ts';
import { listActs } from '#contract/desk/log-calls.ts';
import { isRoleAmong, operatorRoles } from '#contract/desk/roles.ts';
import { defaultLimits } from '#contract/desk/value/acts-of-value.ts';
import { auditedActs } from '#server/events.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { aMember, anOperator } from '#server/testing/people.ts';
import { sampleInput } from '#server/testing/rules/sample-input.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp, variantOf } from '#server/testing/test-app.ts';
import { open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { askRefund } from './acts.ts';

const test = startTestApp();

function load(file: string, headers: Record<string, string>, query: Record<string, string> = {}) {
  const all = new URLSearchParams({ 'api-key': test.deps.config.apiKey, ...query });
  return test.app.request(`/api/desk/list/${file}.csv?${all}`, { headers });
}

describe('the file of a list', () => {
  const files = describedLists.filter(({ file }) => file !== 'none');

  it.each(files.map((list) => [list.name, list] as const))(
    '%s has the roles of its call',
    async (name, { call }) => {
      const query = Object.fromEntries(
        Object.entries(sampleInput(call)).flatMap(([key, value]) =>
          value === undefined ? [] : [[key, String(value)]],
        ),
      );
      for (const role of operatorRoles) {
        const { status } = await load(name, (await anOperator(test, role)).headers, query);
        expect(status, role).toBe(isRoleAmong(role, call.roles ?? []) ? 200 : 403);
      }
      expect((await load(name, {}, query)).status).toBe(401);
    },
  );

  it('is written for spreadsheets of the reader’s language, with formulas as text, and recorded', async () => {
    const { order, payment } = await open(test, await aMember(test));
    await payAndNotify(test, order);
    const config = { ...test.deps.config, deskLimits: { ...defaultLimits, refund: { one: 0, day: 0 } } };
    const form = { payment, formKey: test.deps.newId() };
    await askRefund({ ...test.deps, config }, operatorCaller('els', '=1+1'), form);
    const finance = await anOperator(test, 'finance');
    const german = await (await load('requests', finance.headers, { lang: 'de' })).text();
    expect(german).toContain(
      "act;amount;asked name;asked at;asked reason;what\r\nrefund;9,95;els;2026-11-20 13:00:00;'=1+1;",
    );
    const { acts } = await callApp(test, listActs, { act: 'file.exported' }, finance.headers);
    expect(acts[0]).toMatchObject({ actor: `operator:${finance.name}`, subject: 'requests' });
  });

  it('waits for a second operator above the limit of the day', async () => {
    const deskLimits = { ...defaultLimits, export: { one: 0, day: 0 } };
    const { app } = variantOf(test, { config: { ...test.deps.config, deskLimits } });
    const { headers } = await anOperator(test, 'finance');
    const query = new URLSearchParams({ 'api-key': test.deps.config.apiKey, month: '2026-10' });
    const answer = await app.request(`/api/desk/list/affiliates.csv?${query}`, { headers });
    expect([answer.status, await answer.json()]).toEqual([403, { label: 'badRequest.request.waits' }]);
  });

  it('is refused for an unknown list and for a wrong filter', async () => {
    const { headers } = await anOperator(test, 'owner');
    expect((await load('constructor', headers)).status).toBe(404);
    expect((await load('affiliates', headers, { month: '2026-13' })).status).toBe(400);
  });
});

it('every described act has a row in the audit trail', () => {
  const known: readonly string[] = auditedActs;
  expect(describedActs.filter(({ audit }) => !known.includes(audit)).map(({ name }) => name)).toEqual([]);
});
