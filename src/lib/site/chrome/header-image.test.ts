import { expect, test } from 'vitest';
import { vonkLook } from '../../../content/brand/vonk-look.ts';
import { headerImageOf } from './header-image.ts';

test('a season has its own header image, others the brand’s, and a brand without one none', () => {
  const { headers } = vonkLook.images;
  expect(headerImageOf(vonkLook, 'valentine')).toBe(headers.valentine);
  expect(headerImageOf(vonkLook, 'easter')).toBe(headers.default);
  expect(headerImageOf(vonkLook, null)).toBe(headers.default);
  const images = { ...vonkLook.images, headers: { default: null } };
  expect(headerImageOf({ images }, null)).toBeNull();
});
