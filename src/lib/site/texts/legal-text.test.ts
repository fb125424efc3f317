import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { vonk } from '../../../content/brand/vonk.ts';
import { hasFeature } from '../brand.ts';
import { legalHtml, legalLine } from './legal-text.ts';

test('P1.1 a legal text contains the brand, its company and its prices', () => {
  expect(legalLine('{{brand}} of {{company}}')).toBe(`${vonk.name} of ${vonk.company.name}`);
  expect(legalHtml('<p>{{minute}} credits, {{email}}</p>', hasFeature)).toBe(
    `<p>60 credits, <a class="link" href="mailto:${vonk.company.email}">${vonk.company.email}</a></p>`,
  );
  const amounts = { minute: '30–120' };
  expect(legalHtml('<p>{{minute}} credits</p>', hasFeature, { amounts })).toBe('<p>30–120 credits</p>');
});

test.each(['nl', 'en', 'de'])(
  'the %s statements name the days for which the operator keeps data',
  async (locale) => {
    const days = { visitDays: 33, evidenceDays: 44, networkDays: 5 };
    const shown = async (page: string) =>
      legalHtml(await readFile(`src/content/legal/${page}/${locale}.md`, 'utf8'), hasFeature, { days });
    expect(await shown('cookies')).toMatch(/ 33 /);
    const privacy = await shown('privacy');
    expect(privacy).toMatch(/ 44 /);
    expect(privacy).toMatch(/ 5 /);
  },
);

test.each(['nl', 'en'])(
  'P2.12 the %s terms say how an account ends, matching what members can do',
  async (locale) => {
    const terms = await readFile(`src/content/legal/terms-conditions/${locale}.md`, 'utf8');
    const { email } = vonk.company;
    const without = legalHtml(terms, () => false);
    const withIt = legalHtml(terms, (feature) => feature === 'accountDeletion');
    const bySelf =
      locale === 'nl' ? 'verwijderen bij je instellingen' : 'delete your account in your settings';
    expect(without).not.toContain(bySelf);
    expect(without.split(email).length).toBeGreaterThan(withIt.split(email).length);
    expect(withIt).toContain(bySelf);
  },
);
