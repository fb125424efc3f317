import { atom } from 'nanostores';
import { type GalleryItem, nextPage, previousPage } from '#contract/media/albums-calls.ts';

/** The viewer of a profile's albums: whether it shows, and which page of how many. */
export interface Gallery {
  readonly display: boolean;
  /** From 1. */
  readonly page: number;
  readonly items: readonly GalleryItem[];
}

export const $gallery = atom<Gallery>({ display: false, page: 1, items: [] });

export const currentItem = ({ items, page }: Gallery): GalleryItem | undefined => items[page - 1];

/** Shows the item at this page; all items of all albums are one row. */
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

/** Pixels a finger has to move sideways to turn the page. */
const SWIPE_MIN = 40;

/** Where a finger that moved this far turns to. */
export function swipe(moved: { x: number; y: number }): 'next' | 'previous' | null {
  if (Math.abs(moved.x) < SWIPE_MIN || Math.abs(moved.x) < Math.abs(moved.y)) return null;
  return moved.x < 0 ? 'next' : 'previous';
}
