import { beforeEach, expect, it } from 'vitest';
import type { GalleryItem } from '#contract/media/albums-calls.ts';
import {
  $gallery,
  closeGallery,
  currentItem,
  openGallery,
  showNext,
  showPrevious,
  swipe,
} from './gallery.ts';

const item = (caption: string): GalleryItem => ({
  kind: 'picture',
  picture: '/images/a1-x-y/{w}.webp',
  widths: [320],
  width: 1200,
  height: 900,
  caption,
  video: '',
});
const items = ['one', 'two', 'three'].map(item);

beforeEach(() => closeGallery());

it('L3.23 opens at the chosen item and turns page by page', () => {
  openGallery(items, 2);
  expect($gallery.get()).toMatchObject({ display: true, page: 2 });
  showNext();
  expect(currentItem($gallery.get())?.caption).toBe('three');
});

it('wraps from the last to the first, and stops at the first when going back', () => {
  openGallery(items, 3);
  showNext();
  expect($gallery.get().page).toBe(1);
  showPrevious();
  expect($gallery.get().page).toBe(1);
});

it.each([
  [0, 1],
  [9, 3],
])('replaces the missing page %d with the nearest one', (number, page) => {
  openGallery(items, number);
  expect($gallery.get().page).toBe(page);
});

it('L3.23 keeps its page when it closes', () => {
  openGallery(items, 2);
  closeGallery();
  expect($gallery.get()).toMatchObject({ display: false, page: 2 });
});

it.each([
  [{ x: -80, y: 10 }, 'next'],
  [{ x: 80, y: -10 }, 'previous'],
  [{ x: -30, y: 0 }, null],
  [{ x: 60, y: 90 }, null],
] as const)('a swipe by %j turns to %s', (moved, to) => {
  expect(swipe(moved)).toBe(to);
});
