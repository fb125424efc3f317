import { expect, type Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

/** Fails with line, rule and remedy for what the served page, before any script ran, has wrong as HTML. */
export async function expectValidHtml(page: Page): Promise<void> {
  const html = await (await page.request.get(page.url())).text();
  const { results } = await validator.validateString(html);
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
  expect(faults, `HTML of ${page.url()}`).toEqual([]);
}
