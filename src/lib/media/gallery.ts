import { atom } from 'nanostores';
import { type GalleryItem, nextPage, previousPage } from '#contract/media/albums-calls.ts';

export interface Gallery {
  readonly display: boolean;
  /** From 1. */
  readonly page: number;
  readonly items: readonly GalleryItem[];
}

export const $gallery = atom<Gallery>({ display: false, page: 1, items: [] });

export const currentItem = ({ items, page }: Gallery): GalleryItem | undefined => items[page - 1];

/** `page` counts across all albums. */
export function openGallery(items: readonly GalleryItem[], page: number): void {
  $gallery.set({ display: true, page: Math.min(Math.max(1, page), Math.max(1, items.length)), items });
}

export const closeGallery = (): void => $gallery.set({ ...$gallery.get(), display: false });

export const showNext = (): void => turn(({ page, items }) => nextPage(page, items.length));
export const showPrevious = (): void => turn(({ page }) => previousPage(page));

function turn(to: (gallery: Gallery) => number): void {
  const gallery = $gallery.get();
  const page = to(gallery);
  if (page !== gallery.page) $gallery.set({ ...gallery, page });
}

/** Minimum px of a horizontal swipe. */
const SWIPE_MIN = 40;

export function swipe(moved: { x: number; y: number }): 'next' | 'previous' | null {
  if (Math.abs(moved.x) < SWIPE_MIN || Math.abs(moved.x) < Math.abs(moved.y)) return null;
  return moved.x < 0 ? 'next' : 'previous';
}
