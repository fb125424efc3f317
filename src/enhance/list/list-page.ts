import { openLate } from '../../lib/shell/late/late.ts';
import { onIdle } from '../../lib/shell/on-idle.ts';
import { find, hooked } from '../hooks.ts';
import { offerPromo } from '../promo.ts';
import { startLive } from './live-cards.ts';
import { armMore, keepPlace, restoreMore } from './load-more.ts';
import { isShown } from './shown.ts';

/** Everything the list does with script is a faster form of what it does without. */
export function startList(list: HTMLElement, { loggedIn }: { loggedIn: boolean }): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      `a${hooked('swap')}, a${hooked('filters-open')}`,
    );
    if (!link) return;
    event.preventDefault();
    if (link.matches(hooked('filters-open'))) void openDrawer(link);
    else void show(link.href);
  });
  window.addEventListener('popstate', () => {
    if (!isShown()) void show(location.href, { push: false });
  });
  void restoreMore(list).then(() => armMore(list));
  window.addEventListener('pagehide', keepPlace);
  onIdle(() => startLive(loggedIn));
  // Only lists have one, and it runs by itself: no file of its own.
  const promo = find(document, 'promo');
  if (promo) onIdle(() => offerPromo(promo));
}

async function show(href: string, how?: { push: boolean }): Promise<void> {
  const { showList } = await import('./show-list.ts');
  await showList(href, how);
}

const openDrawer = (link: HTMLAnchorElement): Promise<unknown> =>
  openLate(
    import('./filter-drawer.ts').then((m) => m.loadFilters(link)),
    (open) => open(),
  );
