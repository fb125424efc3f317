import { fetchPage } from '../../lib/api/page.ts';
import { cardsSelector, find, said } from '../hooks.ts';

/** After so many pages that came by themselves the visitor is asked, so that the footer can be reached. */
const AUTO_PAGES = 5;
const ROOT_MARGIN = '200px';

let observer: IntersectionObserver | undefined;

/** Lets the pages behind this one come when its end comes near, from the links that are there without script. */
export function armMore(list: HTMLElement): void {
  observer?.disconnect();
  const more = find(list, 'more');
  const link = find<HTMLAnchorElement>(list, 'more-link');
  if (!more || !link) return;
  // Set, not added: a list may be armed again.
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

/** Fetches what was on the page when the visitor left it, and goes back to the place. */
export async function restoreMore(list: HTMLElement): Promise<void> {
  const { listPages = 1, listTop = 0 } = stateOfEntry();
  if (listPages <= 1) return;
  keepState({ listPages: 1 });
  while (loadedPages() < listPages && (await loadMore(list)));
  window.scrollTo({ top: listTop, behavior: 'instant' });
}

export const keepPlace = (): void => keepState({ listTop: window.scrollY });

let loading = false;

/** Adds the next page; answers the first card that came, null where none did. */
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
    // The link below is what there is without script too: it loads, or leads there.
    show(list, 'failed');
    return null;
  } finally {
    loading = false;
  }
}

/** A performer who has moved on in the order meanwhile is not shown twice. */
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
  /** Pages of the list that are on the page. */
  readonly listPages?: number;
  /** Where the visitor was, in CSS pixels. */
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
