import { expect, it } from 'vitest';
import { refusePhoto, refuseUndecoded } from './photo-calls.ts';

it('P5.26 accepts jpeg and jpg in any case', () => {
  for (const type of ['image/jpeg', 'image/jpg', 'IMAGE/JPEG', 'image/JPG'])
    expect(refusePhoto({ type, size: 1 })).toBeNull();
  for (const type of ['', 'image/png', 'image/jpeg2000', 'text/html', 'image/jpeg; charset=utf-8'])
    expect(refusePhoto({ type, size: 1 })).toBe('badRequest.image.notAllowed');
});

it('P5.27 accepts files under 5,242,880 bytes', () => {
  expect(refusePhoto({ type: 'image/jpeg', size: 5_242_879 })).toBeNull();
  expect(refusePhoto({ type: 'image/jpeg', size: 5_242_880 })).toBe('badRequest.image.tooBig');
});

it('reports a file that begins as a JPEG as damaged, any other as not a photo', () => {
  for (const marker of [0xc0, 0xdb, 0xe0, 0xe1, 0xfe])
    expect(refuseUndecoded(Uint8Array.of(0xff, 0xd8, 0xff, marker, 0))).toBe('badRequest.image.damaged');
  for (const bytes of [[], [0xff, 0xd8, 0xff], [0xff, 0xd8, 0xff, 0x89], [0x89, 0x50, 0x4e, 0x47]])
    expect(refuseUndecoded(Uint8Array.from(bytes))).toBe('badRequest.image.notAllowed');
});
