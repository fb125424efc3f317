import { describe, expect, test } from 'vitest';
import { hasJava, validateByNu, validateHere } from './validate.ts';

const page = (body: string) => ({
  url: '/here',
  html: `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>T</title></head><body>${body}</body></html>`,
});

test('a valid page has no violation', async () => {
  expect(await validateHere(page('<h1>T</h1>'))).toEqual([]);
});

test('a violation is told with the page, the rule and what is wrong', async () => {
  const [violation] = await validateHere(page('<p><div>x</div></p>'));
  expect(violation).toMatchObject({ file: '/here', line: 2 });
  expect(violation?.message).not.toBe('');
});

describe('the Nu validator, where there is Java', () => {
  test('says nothing of a valid page, and names the page of a violation', () => {
    const expected = hasJava() ? ['/here'] : [];
    const violations = hasJava()
      ? validateByNu([page('<h1>T</h1>'), page('<h1>T</h1><ul><p>x</p></ul>')])
      : [];
    expect([...new Set(violations.map(({ file }) => file))]).toEqual(expected);
  });
});
