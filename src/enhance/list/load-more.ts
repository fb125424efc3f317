import { fetchPage } from '../../lib/api/page.ts';
import { cardsSelector, find, said } from '../hooks.ts';

/** Pages loaded by themselves before asking, so that the footer can be reached. */
const AUTO_PAGES = 5;
const ROOT_MARGIN = '200px';

let observer: IntersectionObserver | undefined;

/** Loads the next page when the end comes near, following the links that work without script. */
export function armMore(list: HTMLElement): void {
  observer?.disconnect();
  const more = find(list, 'more');
  const link = find<HTMLAnchorElement>(list, 'more-link');
  if (!more || !link) return;
  // Assigned, because a list may be armed again.
  link.onclick = (event) => {
    event.preventDefault();
    void loadMore(list).then((first) => first?.querySelector('a')?.focus());
  };
  if (loadedPages() > AUTO_PAGES || savesData()) {
    link.hidden = false;
    return;
  }
  observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void loadMore(list);
    },
    { rootMargin: ROOT_MARGIN },
  );
  observer.observe(more);
}

/** Restores the pages and the scroll position that the visitor left. */
export async function restoreMore(list: HTMLElement): Promise<void> {
  const { listPages = 1, listTop = 0 } = stateOfEntry();
  if (listPages <= 1) return;
  keepState({ listPages: 1 });
  while (loadedPages() < listPages && (await loadMore(list)));
  window.scrollTo({ top: listTop, behavior: 'instant' });
}

export const keepPlace = (): void => keepState({ listTop: window.scrollY });

let loading = false;

/** Returns the first card added, or null. */
async function loadMore(list: HTMLElement): Promise<Element | null> {
  const link = find<HTMLAnchorElement>(list, 'more-link');
  const cards = find(list, 'cards');
  if (!link || !cards || loading) return null;
  loading = true;
  observer?.disconnect();
  show(list, 'waits');
  try {
    const page = await fetchPage(link.href);
    const added = newCards(cards, page);
    cards.append(...added);
    const next = find(page, 'more');
    if (next) find(list, 'more')?.replaceWith(next);
    else find(list, 'more')?.remove();
    tell(list);
    keepState({ listPages: loadedPages() + 1 });
    armMore(list);
    return added[0] ?? null;
  } catch {
    // The link remains: it loads, or leads there.
    show(list, 'failed');
    return null;
  } finally {
    loading = false;
  }
}

/** Skips performers shown already, who moved in the order meanwhile. */
function newCards(cards: Element, page: Document): Element[] {
  const here = new Set([...cards.children].map((card) => said(card, 'user')));
  return [...page.querySelectorAll(cardsSelector)].filter((card) => !here.has(said(card, 'user')));
}

function show(list: Element, state: 'waits' | 'failed'): void {
  for (const name of ['more-waits', 'more-failed'] as const)
    find(list, name)?.toggleAttribute('hidden', name !== `more-${state}`);
  find(list, 'more-link')?.toggleAttribute('hidden', state !== 'failed');
}

function tell(list: Element): void {
  const news = find(list, 'list-news');
  if (news) news.textContent = said(news, 'added') ?? '';
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

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
