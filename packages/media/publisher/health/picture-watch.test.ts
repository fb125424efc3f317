import { expect, test } from 'vitest';
import { PictureWatch } from './picture-watch.ts';

test('reports a picture that is frozen for two seconds', () => {
  const watch = new PictureWatch();
  expect([30, 60, 60, 60, 61].map((frames, second) => watch.observe(frames, second * 1000))).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
});

test('does not report a camera of which no frames are expected', () => {
  const watch = new PictureWatch();
  watch.observe(30, 0);
  expect(watch.observe(null, 5000)).toBe(false);
  expect(watch.observe(30, 6000)).toBe(false);
  expect(watch.observe(30, 7999)).toBe(false);
  expect(watch.observe(30, 8000)).toBe(true);
});
