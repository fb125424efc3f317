import { describe, expect, it, vi } from 'vitest';
import { checkMessages } from './messages/check.ts';

vi.mock('../src/content/brand/index.ts', async (original) => {
  const { brand } = await original<typeof import('../src/content/brand/index.ts')>();
  return { brand: { ...brand, features: { ...brand.features, vip: false } } };
});

const source = (text: string) => [{ path: 'src/islands/Tip.tsx', text }];
const pair = (nl: unknown, en: unknown) => [
  { file: 'nl.json', locale: 'nl' as const, texts: nl },
  { file: 'en.json', locale: 'en' as const, texts: en },
];

describe('the texts of the site', () => {
  it('are fine when every language has them and the code says them', () => {
    const texts = { tip: { send: 'Geef {{amount}}', count_one: 'een', count_other: 'meer' } };
    const code = "t('tip.send', { amount }); t('tip.count', { count });";
    expect(checkMessages(pair(texts, texts), source(code), [])).toEqual([]);
  });

  it('name a key that one language lacks', () => {
    const violations = checkMessages(
      pair({ tip: { send: 'Geef' } }, { tip: {} }),
      source("t('tip.send')"),
      [],
    );
    expect(violations).toEqual([
      expect.objectContaining({ file: 'en.json', rule: 'missing text', message: 'add tip.send' }),
    ]);
  });

  it('name an empty text', () => {
    const violations = checkMessages(pair({ a: { b: 'x' } }, { a: { b: ' ' } }), source("t('a.b')"), []);
    expect(violations.map(({ rule, message }) => `${rule}: ${message}`)).toEqual(['empty text: write a.b']);
  });

  it('name a text that was left in another language', () => {
    const dutch = 'Je ziet wat het kost voordat je begint.';
    const violations = checkMessages(pair({ a: { b: dutch } }, { a: { b: dutch } }), source("t('a.b')"), []);
    expect(violations).toEqual([
      expect.objectContaining({ file: 'en.json', message: 'a.b is not written in English: translate it' }),
    ]);
  });

  it('name a text that promises what the brand does not have, unless it is shown with that only', () => {
    const texts = { tip: { text: 'Vraag om VIP' }, status: { busy: 'In VIP' } };
    const violations = checkMessages(pair(texts, texts), source("t('tip.text'); t('status.busy')"), []);
    expect(violations.map(({ file, message }) => `${file} ${message}`)).toEqual([
      'nl.json tip.text speaks of what the brand does not have (vip: VIP): leave it out',
      'en.json tip.text speaks of what the brand does not have (vip: VIP): leave it out',
    ]);
  });

  it('name a text with other variables than the first language', () => {
    const violations = checkMessages(
      pair({ a: { b: '{{name}}' } }, { a: { b: '{{naam}}' } }),
      source("t('a.b')"),
      [],
    );
    expect(violations).toEqual([expect.objectContaining({ file: 'en.json', rule: 'variables' })]);
  });

  it('name a key that no code says', () => {
    const texts = { a: { b: 'x', c: 'y' } };
    const violations = checkMessages(pair(texts, texts), source("t('a.b')"), []);
    expect(violations.map(({ message }) => message)).toEqual([
      'no code says a.c: remove it from every language',
    ]);
  });

  it('name a key that no language has, at its line', () => {
    const violations = checkMessages(
      pair({ a: { b: 'x' } }, { a: { b: 'x' } }),
      source("t('a.b');\nt('a.x');"),
      [],
    );
    expect(violations).toEqual([
      expect.objectContaining({ file: 'src/islands/Tip.tsx', line: 2, rule: 'unknown text' }),
    ]);
  });

  it('take keys built at run time only where their prefix is declared', () => {
    const texts = { kind: { a: 'x', b: 'y' } };
    const code = source('t(`kind.\u0024{kind}`)');
    const rules = (dynamic: { prefix: string; reason: string }[]) =>
      checkMessages(pair(texts, texts), code, dynamic).map(({ rule }) => rule);
    expect(rules([{ prefix: 'kind.', reason: 'the kinds' }])).toEqual([]);
    expect(rules([])).toContain('built key');
  });

  it('count only the listed keys below a prefix as used, where it lists any', () => {
    const texts = { kind: { a: 'x', b: 'y' } };
    const dynamic = [{ prefix: 'kind.', reason: 'the kinds', only: ['a'] }];
    const violations = checkMessages(pair(texts, texts), source('t(`kind.\u0024{kind}`)'), dynamic);
    expect(violations.map(({ message }) => message)).toEqual([
      'no code says kind.b: remove it from every language',
    ]);
  });

  it('name a declared prefix that nothing builds any more', () => {
    const texts = { kind: { a: 'x' } };
    const violations = checkMessages(pair(texts, texts), source("t('kind.a')"), [
      { prefix: 'kind.', reason: 'the kinds' },
    ]);
    expect(violations.map(({ rule }) => rule)).toEqual(['stale prefix']);
  });
});
