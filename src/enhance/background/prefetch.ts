import { splitLocale } from '#contract/locales.ts';
import { isBelow, isPageWith, serviceRoots } from '#contract/page-routes.ts';

/** Pointers that only pass by fetch nothing, in ms. */
const HOVER_MS = 65;
const services = serviceRoots.map((root) => `/${root}`);

export interface Page {
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
}

/** Whether a page behind a link may be fetched before anybody asks for it. */
export function mayPrefetch(target: URL, from: Page): boolean {
  if (target.origin !== from.origin) return false;
  const { path } = splitLocale(target.pathname);
  if (isPageWith('onDemand', path) || isBelow(services, path)) return false;
  // A last part with a dot names a file.
  if (/\.[^/]*$/.test(target.pathname)) return false;
  return target.pathname + target.search !== from.pathname + from.search;
}

const fetched = new Set<string>();

function prefetch(link: HTMLAnchorElement): void {
  if (link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href);
  url.hash = '';
  if (fetched.has(url.href) || !mayPrefetch(url, location)) return;
  fetched.add(url.href);
  const hint = document.createElement('link');
  hint.rel = 'prefetch';
  hint.href = url.href;
  document.head.append(hint);
}

/** Fetches the page before this one in a list at once, and any other when a pointer, a finger or the focus is on its link. */
export function prefetchPages(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const linkOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (event: Event, wait: number): void => {
    clearTimeout(timer);
    const link = linkOf(event);
    if (link) timer = setTimeout(() => prefetch(link), wait);
  };
  document.addEventListener('pointerover', (event) => soon(event, HOVER_MS), { passive: true });
  document.addEventListener('focusin', (event) => soon(event, HOVER_MS));
  document.addEventListener('touchstart', (event) => soon(event, 0), { passive: true });
  const previous = document.querySelector<HTMLAnchorElement>('a[rel~="prev"]');
  if (previous) prefetch(previous);
}
