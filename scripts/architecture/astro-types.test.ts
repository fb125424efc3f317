import { describe, expect, it } from 'vitest';
import { convertPage, pageLine } from './astro-types.ts';

const page = {
  path: 'src/pages/one.astro',
  text: '---\nconst count = 1;\n---\n\n<p>{count}</p>\n<script>\n  const late = 2;\n</script>\n<script is:inline>late = 3;</script>\n',
};
const converted = convertPage(page);

describe('a page as TSX', () => {
  it('is checked with each script that Astro bundles', () => {
    expect(converted.map(({ path }) => path)).toEqual([
      'src/pages/one.astro.tsx',
      'src/pages/one.astro.script-0.ts',
    ]);
  });

  it.each([
    ['const count', '(2,7)', 6],
    ['{count}', '(5,5)', 1],
    ['const late', '(7,9)', 6],
  ])('reports %s at its place in the page', (words, place, after) => {
    const { text = '', path } = converted.find((one) => one.text.includes(words)) ?? {};
    const before = text.slice(0, text.indexOf(words) + after).split('\n');
    const line = `out/${path}(${before.length},${(before.at(-1) ?? '').length + 1}): error TS1: wrong`;
    expect(pageLine(line, 'out', converted)).toBe(`src/pages/one.astro${place}: error TS1: wrong`);
  });

  it('leaves lines about other files as they are', () => {
    expect(pageLine('contract/fields.ts(1,2): error TS1: wrong', 'out', converted)).toMatch(
      /^contract\/fields/,
    );
  });
});
