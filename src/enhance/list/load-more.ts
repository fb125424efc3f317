import { fetchPage } from '../../lib/api/start/page.ts';
import { savesData } from '../../lib/shell/start/browser.ts';
import { cardsSelector, find, findAll, readHook, setText } from '../../lib/shell/start/hooks.ts';

/** Pages loaded automatically before a button appears, so that the footer can be reached. */
const AUTO_PAGES = 5;
export const ROOT_MARGIN = '200px';

export interface LoadMore {
  /** Loads the next page when the end comes near, by the links that work without script. */
  arm(): void;
  /** Restores the loaded pages and the scroll position. */
  restore(): Promise<void>;
}

/** One instance per list; a list that replaces it has its own. */
export function loadsMore(list: HTMLElement): LoadMore {
  let observer: IntersectionObserver | undefined;
  let isLoading = false;

  /** Returns the first card added, or null. */
  const load = async (): Promise<Element | null> => {
    const link = find<HTMLAnchorElement>(list, 'more-link');
    if (!link || isLoading) return null;
    isLoading = true;
    observer?.disconnect();
    show(list, 'waits');
    try {
      const page = await fetchPage(link.href);
      // Another list has replaced it, and the history entry.
      if (!list.isConnected) return null;
      const added = addCards(list, page);
      const next = find(page, 'more');
      find(list, 'more')?.replaceWith(next ?? '');
      tell(list);
      keepState({ listPages: loadedPages() + 1 });
      arm();
      return added[0] ?? null;
    } catch {
      // The link remains: a click retries, or follows it.
      show(list, 'failed');
      return null;
    } finally {
      isLoading = false;
    }
  };
  const arm = (): void => {
    observer?.disconnect();
    const more = find(list, 'more');
    const link = find<HTMLAnchorElement>(list, 'more-link');
    if (!more || !link) return;
    // Assigned instead of added, because a list is armed repeatedly.
    link.onclick = (event) => {
      event.preventDefault();
      void load().then((first) => first?.querySelector('a')?.focus());
    };
    if (loadedPages() > AUTO_PAGES || savesData()) {
      link.hidden = false;
      return;
    }
    observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void load();
      },
      { rootMargin: ROOT_MARGIN },
    );
    observer.observe(more);
  };
  return {
    arm,
    async restore() {
      const { listPages = 1, listTop = 0 } = stateOfEntry();
      if (listPages <= 1) return;
      keepState({ listPages: 1 });
      while (loadedPages() < listPages && (await load()));
      window.scrollTo({ top: listTop, behavior: 'instant' });
    },
  };
}

export const keepPlace = (): void => keepState({ listTop: window.scrollY });

/**
 * Appends the page's cards to the same parts of the list, or to a new part at its end. Skips performers already shown,
 * who have moved in the order meanwhile.
 */
function addCards(list: HTMLElement, page: Document): Element[] {
  const here = new Set([...list.querySelectorAll(cardsSelector)].map((card) => readHook(card, 'user')));
  return findAll(page, 'cards').flatMap((part) => {
    const added = [...part.children].filter((card) => !here.has(readHook(card, 'user')));
    const name = readHook(part, 'cards');
    const same = findAll(list, 'cards').find((other) => readHook(other, 'cards') === name);
    if (same) same.append(...added);
    else if (added.length > 0) {
      part.replaceChildren(...added);
      find(list, 'more')?.before(part.closest('section') ?? part);
    }
    return added;
  });
}

function show(list: Element, state: 'waits' | 'failed'): void {
  for (const name of ['more-waits', 'more-failed'] as const)
    find(list, name)?.toggleAttribute('hidden', name !== `more-${state}`);
  find(list, 'more-link')?.toggleAttribute('hidden', state !== 'failed');
}

function tell(list: Element): void {
  const news = find(list, 'list-news');
  if (news) setText(news, readHook(news, 'added') ?? '');
}

interface EntryState {
  /** Pages of the list in the document. */
  readonly listPages?: number;
  /** Scroll position in CSS px. */
  readonly listTop?: number;
}

const stateOfEntry = (): EntryState => (history.state ?? {}) as EntryState;
const loadedPages = (): number => stateOfEntry().listPages ?? 1;

function keepState(change: EntryState): void {
  history.replaceState({ ...stateOfEntry(), ...change }, '');
}
