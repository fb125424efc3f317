import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { locales } from '#contract/locales.ts';
import { projectFiles } from '../architecture/files.ts';
import { checkMessages } from './check.ts';

vi.mock('../../src/content/brand/index.ts', async (original) => {
  const { brand } = await original<typeof import('../../src/content/brand/index.ts')>();
  return { brand: { ...brand, features: { ...brand.features, vip: false } } };
});

const source = (text: string) => [{ path: 'src/islands/Tip.tsx', text }];
const pair = (nl: unknown, en: unknown) => [
  { file: 'nl.json', locale: 'nl' as const, texts: nl },
  { file: 'en.json', locale: 'en' as const, texts: en },
];

describe('the check of the site’s texts', () => {
  it('accepts texts that every language has and the code uses', () => {
    const texts = { tip: { send: 'Geef {{amount}}', count_one: 'een', count_other: 'meer' } };
    const code = "t('tip.send', { amount }); t('tip.count', { count });";
    expect(checkMessages(pair(texts, texts), source(code), [])).toEqual([]);
  });

  it('reports a key that one language lacks', () => {
    const violations = checkMessages(
      pair({ tip: { send: 'Geef' } }, { tip: {} }),
      source("t('tip.send')"),
      [],
    );
    expect(violations).toEqual([
      expect.objectContaining({ file: 'en.json', rule: 'missing text', message: 'add tip.send' }),
    ]);
  });

  it('reports an empty text', () => {
    const violations = checkMessages(pair({ a: { b: 'x' } }, { a: { b: ' ' } }), source("t('a.b')"), []);
    expect(violations.map(({ rule, message }) => `${rule}: ${message}`)).toEqual(['empty text: write a.b']);
  });

  it('reports a text in another language', () => {
    const dutch = 'Je ziet wat het kost voordat je begint.';
    const violations = checkMessages(pair({ a: { b: dutch } }, { a: { b: dutch } }), source("t('a.b')"), []);
    expect(violations).toEqual([
      expect.objectContaining({ file: 'en.json', message: 'a.b is not written in English: translate it' }),
    ]);
  });

  it('reports a text that promises a missing feature, unless it is shown only with the feature', () => {
    const texts = { tip: { text: 'Vraag om VIP' }, status: { busy: 'In VIP' } };
    const violations = checkMessages(pair(texts, texts), source("t('tip.text'); t('status.busy')"), []);
    expect(violations.map(({ file, message }) => `${file} ${message}`)).toEqual([
      'nl.json tip.text promises a feature that the brand does not have (vip: VIP): leave it out',
      'en.json tip.text promises a feature that the brand does not have (vip: VIP): leave it out',
    ]);
  });

  it('reports a text with other variables than in the first language', () => {
    const violations = checkMessages(
      pair({ a: { b: '{{name}}' } }, { a: { b: '{{naam}}' } }),
      source("t('a.b')"),
      [],
    );
    expect(violations).toEqual([expect.objectContaining({ file: 'en.json', rule: 'variables' })]);
  });

  it('reports a key that no code uses', () => {
    const texts = { a: { b: 'x', c: 'y' } };
    const violations = checkMessages(pair(texts, texts), source("t('a.b')"), []);
    expect(violations.map(({ message }) => message)).toEqual([
      'no code uses a.c: remove it from every language',
    ]);
  });

  it('reports a key that no language has, with its line', () => {
    const violations = checkMessages(
      pair({ a: { b: 'x' } }, { a: { b: 'x' } }),
      source("t('a.b');\nt('a.x');"),
      [],
    );
    expect(violations).toEqual([
      expect.objectContaining({ file: 'src/islands/Tip.tsx', line: 2, rule: 'unknown text' }),
    ]);
  });

  it('accepts keys built at run time only with a declared prefix', () => {
    const texts = { kind: { a: 'x', b: 'y' } };
    const code = source('t(`kind.\u0024{kind}`)');
    const rules = (dynamic: { prefix: string; reason: string }[]) =>
      checkMessages(pair(texts, texts), code, dynamic).map(({ rule }) => rule);
    expect(rules([{ prefix: 'kind.', reason: 'the kinds' }])).toEqual([]);
    expect(rules([])).toContain('built key');
  });

  it('counts only the listed keys of a prefix as used, if it lists any', () => {
    const texts = { kind: { a: 'x', b: 'y' } };
    const dynamic = [{ prefix: 'kind.', reason: 'the kinds', only: ['a'] }];
    const violations = checkMessages(pair(texts, texts), source('t(`kind.\u0024{kind}`)'), dynamic);
    expect(violations.map(({ message }) => message)).toEqual([
      'no code uses kind.b: remove it from every language',
    ]);
  });

  it('reports an unused declared prefix', () => {
    const texts = { kind: { a: 'x' } };
    const violations = checkMessages(pair(texts, texts), source("t('kind.a')"), [
      { prefix: 'kind.', reason: 'the kinds' },
    ]);
    expect(violations.map(({ rule }) => rule)).toEqual(['stale prefix']);
  });
});

it.each(locales.flatMap((locale) => [[locale, 'mails'] as const, [locale, 'documents'] as const]))(
  'quotes buttons and links of the site as they are called there: %s %s',
  async (locale, folder) => {
    const content = await readFile(`src/content/${folder}/${locale}.json`, 'utf8');
    const quoted = [...content.matchAll(/[“„]([^{}“”]+)[”“]/g)].map(([, name]) => name);
    const site = projectFiles(/^src\/content\/messages\/\w+\/[\w-]+\.json$/)
      .filter(({ path }) => path.startsWith(`src/content/messages/${locale}/`))
      .map(({ text }) => text)
      .join();
    expect(quoted).not.toEqual([]);
    for (const name of quoted) expect(site).toContain(`: "${name}"`);
  },
);
