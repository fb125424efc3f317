import { describe, expect, test } from 'vitest';
import { vonkLook } from '../../content/brand/vonk-look.ts';
import { brandCss, contrast, parseOklch } from './brand.ts';

describe('brandCss', () => {
  test('P1.1 writes each role once, for light and dark', () => {
    expect(brandCss(vonkLook)).toContain('--brand-surface:light-dark(oklch(1 0 0),oklch(0.205 0.014 330))');
  });
  test('lets a season override only the roles it names', () => {
    const christmas = brandCss(vonkLook)
      .split('\n')
      .find((line) => line.includes("data-season='christmas'"));
    expect(christmas).toContain('--brand-accent:');
    expect(christmas).not.toContain('--brand-page:');
  });
});

/** Text on background, for all combinations in use. */
const pairs = [
  ['ink', 'page'],
  ['ink', 'surface'],
  ['ink', 'sunken'],
  ['ink-soft', 'page'],
  ['ink-soft', 'surface'],
  ['ink-soft', 'sunken'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['accent-ink', 'page'],
  ['accent-ink', 'surface'],
  ['accent-ink', 'accent-soft'],
  ['danger', 'surface'],
  ['danger', 'page'],
  ['positive', 'surface'],
  ['page', 'ink'],
] as const;

const looks = [null, ...Object.keys(vonkLook.seasonal)].flatMap((season) =>
  (['light', 'dark'] as const).map((scheme) => ({ season, scheme })),
);

test.each(looks)(
  'text has a contrast of 4.5 to 1 on its background ($scheme, season $season)',
  ({ season, scheme }) => {
    const colors = {
      ...vonkLook.colors,
      ...(season ? vonkLook.seasonal[season as keyof typeof vonkLook.seasonal] : {}),
    };
    for (const [text, background] of pairs) {
      const ratio = contrast(parseOklch(colors[text][scheme]), parseOklch(colors[background][scheme]));
      expect(ratio, `${text} on ${background}`).toBeGreaterThanOrEqual(4.5);
    }
  },
);
