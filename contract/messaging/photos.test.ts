import { expect, it } from 'vitest';
import { refusePhoto } from './photos.ts';

it('takes jpeg and jpg in whatever capitals', () => {
  for (const type of ['image/jpeg', 'image/jpg', 'IMAGE/JPEG', 'image/JPG'])
    expect(refusePhoto({ type, size: 1 })).toBeNull();
  for (const type of ['', 'image/png', 'image/jpeg2000', 'text/html', 'image/jpeg; charset=utf-8'])
    expect(refusePhoto({ type, size: 1 })).toBe('badRequest.image.notAllowed');
});

it('takes what is under 5,242,880 bytes', () => {
  expect(refusePhoto({ type: 'image/jpeg', size: 5_242_879 })).toBeNull();
  expect(refusePhoto({ type: 'image/jpeg', size: 5_242_880 })).toBe('badRequest.image.tooBig');
});
