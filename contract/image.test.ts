import { expect, it } from 'vitest';
import { breakpoints, formatsOf, imageAt, srcset } from './image.ts';

const picture = { url: '/images/p7-abc-sig/{w}.webp', widths: [...breakpoints], color: '#888888' };

it.each([
  [320, 'webp', '/images/p7-abc-sig/320.webp'],
  [1280, 'avif', '/images/p7-abc-sig/1280.avif'],
] as const)('returns the URL for width %d as %s', (width, format, address) => {
  expect(imageAt(picture.url, width, format)).toBe(address);
});

it('P9.14 lists every width up to the largest useful one', () => {
  expect(srcset(picture, 640, 'avif')).toBe(
    '/images/p7-abc-sig/320.avif 320w, /images/p7-abc-sig/640.avif 640w',
  );
});

it('offers a picture of a running stream in the fast format only', () => {
  expect(formatsOf(picture)).toEqual(['avif', 'webp']);
  expect(formatsOf({ url: '/images/l7-abc-sig/{w}.webp' })).toEqual(['webp']);
});
