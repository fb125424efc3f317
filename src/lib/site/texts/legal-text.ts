import { defaultDays, figures, fillIn, type KeptDays, resolveConditions } from '#contract/content/texts.ts';
import type { Feature } from '#contract/site/features.ts';
import { brand } from '../../../content/brand/index.ts';

const { company } = brand;

const daysIn = (days: KeptDays) =>
  Object.fromEntries(Object.entries(days).map(([name, count]) => [name, String(count)]));

/** Values a legal text can insert as `{{company}}`: the brand's identity and prices, and how long data is kept. */
export const legalValues: Readonly<Record<string, string>> = {
  ...figures,
  ...daysIn(defaultDays),
  brand: brand.name,
  key: brand.key,
  company: company.name,
  street: company.street,
  city: company.city,
  registration: company.registration,
  email: company.email,
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const htmlValues: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(legalValues).map(([name, value]) => [name, escaped(value)])),
  email: `<a class="link" href="mailto:${escaped(company.email)}">${escaped(company.email)}</a>`,
};

/** For plain text: title and description. */
export const legalLine = (text: string, amounts = figures): string =>
  fillIn(text, { ...legalValues, ...amounts });

/** `html` is made from Markdown at build time; `days` and `amounts` are the operator's, by default the product's. */
export const legalHtml = (
  html: string,
  has: (feature: Feature) => boolean,
  { days = defaultDays, amounts = figures }: { days?: KeptDays; amounts?: typeof figures } = {},
): string => fillIn(resolveConditions(html, has), { ...htmlValues, ...amounts, ...daysIn(days) });
