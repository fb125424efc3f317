import { find, hooked } from '../../lib/shell/hooks.ts';
import { openLate } from '../../lib/shell/late.ts';
import { onIdle } from '../../lib/shell/on-idle.ts';
import { offerPromo } from '../promo.ts';
import { startLive } from './live-cards.ts';
import { keepPlace, loadsMore } from './load-more.ts';

/** Everything the list does with script also works, slower, without it. */
export function startList(list: HTMLElement, { loggedIn }: { loggedIn: boolean }): void {
  /** URL of the shown list. */
  let shown = here();
  const onShown = (isShown: boolean): void => {
    if (isShown) shown = here();
  };
  const show = async (href: string, how?: { push: boolean }): Promise<void> => {
    const { showList } = await import('./show-list.ts');
    onShown(await showList(href, how));
  };
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      `a${hooked('swap')}, a${hooked('filters-open')}`,
    );
    if (!link) return;
    event.preventDefault();
    if (link.matches(hooked('filters-open'))) void openDrawer(link, onShown);
    else void show(link.href);
  });
  window.addEventListener('popstate', () => {
    if (shown !== here()) void show(location.href, { push: false });
  });
  const more = loadsMore(list);
  void more.restore().then(more.arm);
  window.addEventListener('pagehide', keepPlace);
  onIdle(() => startLive(loggedIn));
  // Only lists have a promotion, which runs by itself: too small for a separate file.
  const promo = find(document, 'promo');
  if (promo) onIdle(() => offerPromo(promo));
}

const here = (): string => location.pathname + location.search;

const openDrawer = (link: HTMLAnchorElement, onShown: (isShown: boolean) => void): Promise<unknown> =>
  openLate(
    import('./filter-drawer.ts').then((m) => m.loadFilters(link, onShown)),
    (open) => open(),
  );
