import { expect, it } from 'vitest';
import { breakpoints, formatsOf, imageAt, srcset } from './image.ts';

const picture = { url: '/images/p7-abc-sig/{w}.webp', widths: [...breakpoints], color: '#888888' };

it.each([
  [320, 'webp', '/images/p7-abc-sig/320.webp'],
  [1280, 'avif', '/images/p7-abc-sig/1280.avif'],
] as const)('the address at %d as %s', (width, format, address) => {
  expect(imageAt(picture.url, width, format)).toBe(address);
});

it('names every width up to the largest one that is of use', () => {
  expect(srcset(picture, 640, 'avif')).toBe(
    '/images/p7-abc-sig/320.avif 320w, /images/p7-abc-sig/640.avif 640w',
  );
});

it('offers a picture of a running stream in the quick format only', () => {
  expect(formatsOf(picture)).toEqual(['avif', 'webp']);
  expect(formatsOf({ url: '/images/l7-abc-sig/{w}.webp' })).toEqual(['webp']);
});
