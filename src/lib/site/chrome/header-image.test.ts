import { expect, test } from 'vitest';
import { vonk } from '../../../content/brand/vonk.ts';
import { headerImageOf } from './header-image.ts';

test('a season has its own header image, others the brand’s, and a brand without one none', () => {
  const { headers } = vonk.images;
  expect(headerImageOf(vonk, 'valentine')).toBe(headers.valentine);
  expect(headerImageOf(vonk, 'easter')).toBe(headers.default);
  expect(headerImageOf(vonk, null)).toBe(headers.default);
  const images = { ...vonk.images, headers: { default: null } };
  expect(headerImageOf({ images }, null)).toBeNull();
});
