import { imageAt, srcset } from '#contract/image.ts';
import { own } from '#contract/input.ts';
import type { GalleryItem } from '#contract/media/albums-calls.ts';
import {
  $gallery,
  closeGallery,
  currentItem,
  type Gallery,
  openGallery,
  showNext,
  showPrevious,
  swipe,
} from '#lib/media/gallery.ts';
import { findAll, type Hooks, hooked, readHook, setText } from '#lib/shell/start/hooks.ts';

/** Renders the gallery's store into the page's dialog. */

const dialog = document.querySelector<HTMLDialogElement>('#gallery');
const part = (name: Hooks['gallery']) => dialog?.querySelector<HTMLElement>(hooked('gallery', name));
const WIDEST = 1536;
const LOOK = 'h-auto max-h-[calc(100dvh-8rem)] max-w-full rounded-[0.5rem] select-none';

export function viewFrom(thumbnail: HTMLElement): void {
  const all = findAll(document, 'gallery-item');
  openGallery(all.map(readItem), all.indexOf(thumbnail) + 1);
}

const readItem = (element: HTMLElement): GalleryItem => JSON.parse(readHook(element, 'gallery-item') ?? '{}');

function show(gallery: Gallery): void {
  if (!dialog) return;
  if (!gallery.display) {
    part('stage')?.replaceChildren();
    dialog.close();
    return;
  }
  const item = currentItem(gallery);
  const { page, items } = gallery;
  const [count, caption, previous] = [part('page'), part('caption'), part('previous')];
  if (count)
    setText(count, (readHook(count, 'text') ?? '').replace('#', `${page}`).replace('#', `${items.length}`));
  if (caption) {
    setText(caption, item?.caption ?? '');
    // The page's language is the dialog's.
    if (item?.lang) caption.lang = item.lang;
    else caption.removeAttribute('lang');
  }
  // Not `disabled`, which would drop the keyboard focus.
  previous?.setAttribute('aria-disabled', String(page === 1));
  if (item) part('stage')?.replaceChildren(item.kind === 'video' ? filmOf(item) : pictureOf(item));
  if (!dialog.open) dialog.showModal();
}

function pictureOf(item: GalleryItem): HTMLElement {
  const picture = document.createElement('picture');
  const avif = document.createElement('source');
  const image = document.createElement('img');
  const snapshot = { url: item.picture, widths: [...item.widths], color: '' };
  Object.assign(avif, { type: 'image/avif', srcset: srcset(snapshot, WIDEST, 'avif'), sizes: '100vw' });
  Object.assign(image, {
    srcset: srcset(snapshot, WIDEST, 'webp'),
    sizes: '100vw',
    src: imageAt(item.picture, 1280),
    width: item.width,
    height: item.height,
    alt: item.caption,
    className: `${LOOK} w-auto`,
  });
  picture.className = 'contents';
  picture.append(avif, image);
  return picture;
}

function filmOf(item: GalleryItem): HTMLElement {
  const film = document.createElement('video');
  Object.assign(film, {
    src: item.video,
    poster: imageAt(item.picture, 1280),
    controls: true,
    playsInline: true,
    loop: true,
    width: item.width,
    height: item.height,
    // A small film is enlarged; a picture never is.
    className: `${LOOK} w-[min(100%,56rem)]`,
  });
  film.setAttribute('aria-label', item.caption);
  return film;
}

const acts: Readonly<Record<string, () => void>> = {
  next: showNext,
  previous: showPrevious,
  close: closeGallery,
  ArrowRight: showNext,
  ArrowLeft: showPrevious,
};

dialog?.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const button = target.closest<HTMLElement>(`button${hooked('gallery')}`);
  if (button) acts[readHook(button, 'gallery') ?? '']?.();
  // A click beside the picture closes the viewer.
  else if (target === dialog || target.matches(hooked('gallery', 'stage'))) closeGallery();
});
dialog?.addEventListener('keydown', (event) => {
  // Keys of a focused video belong to the video.
  if (event.target instanceof HTMLVideoElement) return;
  own(acts, event.key)?.();
});
dialog?.addEventListener('close', closeGallery);

if (dialog) followSwipes(dialog);

$gallery.listen(show);

function followSwipes(dialog: HTMLDialogElement): void {
  let from: { x: number; y: number } | null = null;
  dialog.addEventListener('pointerdown', ({ clientX: x, clientY: y, isPrimary, pointerType }) => {
    from = isPrimary && pointerType !== 'mouse' ? { x, y } : null;
  });
  dialog.addEventListener('pointerup', ({ clientX, clientY }) => {
    const to = from && swipe({ x: clientX - from.x, y: clientY - from.y });
    from = null;
    if (to) acts[to]?.();
  });
}
