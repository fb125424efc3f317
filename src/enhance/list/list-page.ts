import { onIdle } from '../../lib/shell/start/browser.ts';
import { openLate } from '../../lib/shell/start/dialogs.ts';
import { find, hooked } from '../../lib/shell/start/hooks.ts';
import { offerPromo } from '../promo.ts';
import { startLive } from './live-cards.ts';
import { keepPlace, loadsMore } from './load-more.ts';

/** Everything the list does with script also works, slower, without it. */
export function startList(list: HTMLElement, { loggedIn }: { loggedIn: boolean }): void {
  /** URL of the shown list. */
  let shown = here();
  let requests = 0;
  const show = async (href: string, { push = true } = {}): Promise<void> => {
    requests += 1;
    const mine = requests;
    const isWanted = () => mine === requests && (push || href === location.href);
    const { showList } = await import('./show-list.ts');
    if (await showList(href, { push, isWanted })) shown = here();
  };
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      `a${hooked('swap')}, a${hooked('filters-open')}`,
    );
    if (!link) return;
    event.preventDefault();
    if (link.matches(hooked('filters-open'))) void openDrawer(link, show);
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

const openDrawer = (link: HTMLAnchorElement, show: (href: string) => void): Promise<unknown> =>
  openLate(
    import('../late/filter-drawer.ts').then((m) => m.loadFilters(link, show)),
    (open) => open(),
  );
