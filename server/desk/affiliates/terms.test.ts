import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as calls from '#contract/desk/money/affiliate-calls.ts';
import { labelOf } from '#contract/errors.ts';
import { locales } from '#contract/locales.ts';
import { AFFILIATE_TERMS_VERSION } from '#contract/tracking/affiliate.ts';
import { anOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { affiliates } from '../tables.ts';

const test = startTestApp();
const reason = 'signed contract';
const form = { affiliate: 'x17', name: 'Xenia Media', acceptedOn: '2026-11-01', reason };

it('records which terms an affiliate has accepted, and when they have changed', async () => {
  const { headers, name } = await anOperator(test, 'finance');
  const partners = async () => (await callApp(test, calls.listAffiliateTerms, {}, headers)).result;
  await callApp(test, calls.addAffiliate, form, headers);
  const [partner] = await partners();
  expect(partner).toMatchObject({
    affiliate: 'x17',
    name: 'Xenia Media',
    state: 'current',
    terms: AFFILIATE_TERMS_VERSION,
    by: name,
  });
  expect(await callApp(test, calls.addAffiliate, form, headers).catch(labelOf)).toBe(
    'badRequest.idempotency.conflict',
  );
  expect(await callApp(test, calls.readAffiliateTerms, {}, headers)).toMatchObject({ accepted: 1 });

  await test.deps.db.update(affiliates).set({ termsVersion: '2025-01-01' });
  const [earlier] = await partners();
  expect(earlier).toMatchObject({ state: 'earlier', terms: '2025-01-01' });
  const accept = (version = '') => callApp(test, calls.acceptTerms, { ...form, version }, headers);
  expect(await accept(partner?.version).catch(labelOf)).toBe('badRequest.form.changed');
  await accept(earlier?.version);
  expect(await partners()).toMatchObject([{ state: 'current' }]);
});

it('refuses a day that has not come, and other roles', async () => {
  const [finance, support] = [await anOperator(test, 'finance'), await anOperator(test, 'support')];
  const early = { ...form, affiliate: 'y', acceptedOn: '2030-01-01' };
  expect(await callApp(test, calls.addAffiliate, early, finance.headers).catch(labelOf)).toBe(
    'badRequest.invalid.input',
  );
  expect(await callApp(test, calls.addAffiliate, form, support.headers).catch(labelOf)).toBe(
    'badRequest.forbidden',
  );
});

it.each(locales)('knows the version of the text in %s', (locale) => {
  const text = readFileSync(`src/content/legal/affiliates/${locale}.md`, 'utf8');
  expect(text).toContain(`\nupdated: ${AFFILIATE_TERMS_VERSION}\n`);
});
