import { labelOf } from '#contract/errors.ts';
import { AUTOCOMPLETE_MIN, autocompletePerformers } from '#contract/performers/directory/directory-calls.ts';
import {
  type AutocompleteItem,
  autocompleteItems,
  searchFavourites,
} from '#contract/performers/directory/search.ts';
import { routes } from '#contract/site/routes.ts';
import { call } from '../../lib/api/call.ts';
import { isInputMethodKey } from '../../lib/shell/device.ts';
import { log } from '../../lib/shell/log.ts';
import { cardsSelector, find, readHook, setText } from '../../lib/shell/start/hooks.ts';
import { $session } from '../../lib/shell/start/session.ts';
import { linkFrom } from '../../lib/site/links/link.ts';

/** ms to wait for further input. */
const ASK_AFTER_MS = 200;

const OPTION_LOOK =
  'block min-h-10 rounded-lg px-3 py-2 hover:bg-sunken aria-selected:bg-sunken data-divider:mt-1.5 data-divider:rounded-t-none data-divider:border-t data-divider:border-t-line';

/** Suggests names while typing, or filters the favourites in place. */
export function startSearch(element: HTMLElement): void {
  const form = element as HTMLFormElement;
  const input = form.querySelector<HTMLInputElement>('input[type="search"]');
  if (!input) return;
  if (readHook(form, 'search') === 'favourites') narrowFavourites(input);
  else startCombobox(form, input);
}

function narrowFavourites(input: HTMLInputElement): void {
  const cards = [...document.querySelectorAll<HTMLElement>(cardsSelector)];
  const nameOf = (card: HTMLElement): string => card.querySelector('a')?.textContent ?? '';
  const narrow = (): void => {
    const found = new Set(searchFavourites(cards, input.value, nameOf));
    for (const card of cards) card.hidden = !found.has(card);
  };
  input.addEventListener('input', narrow);
  narrow();
}

interface Box {
  readonly form: HTMLFormElement;
  readonly input: HTMLInputElement;
  /** Contains the list or the message in its place. */
  readonly panel: HTMLElement;
  readonly list: HTMLElement;
  readonly news: HTMLElement;
}

function startCombobox(form: HTMLFormElement, input: HTMLInputElement): void {
  const panel = find(form, 'search-found');
  const list = panel?.querySelector<HTMLElement>('[role="listbox"]');
  const news = panel?.querySelector<HTMLElement>('[role="status"]');
  if (!panel || !list || !news) return;
  const box: Box = { form, input, panel, list, news };
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', list.id);
  close(box);
  input.addEventListener('input', askLater(box));
  input.addEventListener('keydown', (event) => steer(event, box));
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close(box);
  });
  // The input may have changed while this module loaded.
  if (document.activeElement === input && input.value) input.dispatchEvent(new Event('input'));
}

function askLater(box: Box): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  return () => {
    clearTimeout(timer);
    asking?.abort();
    const username = box.input.value.trim();
    if (username.length < AUTOCOMPLETE_MIN) {
      close(box);
      return;
    }
    timer = setTimeout(async () => {
      const mine = new AbortController();
      asking = mine;
      const answer = await call(autocompletePerformers, { username }, { signal: mine.signal }).catch(
        (error: unknown) => {
          if (!mine.signal.aborted) log.info('Search failed', labelOf(error));
          return null;
        },
      );
      // A failed search shows nothing; the form still works.
      if (!answer) return;
      const items = autocompleteItems(answer.result, await favouriteIds());
      if (!mine.signal.aborted) open(box, items);
    }, ASK_AFTER_MS);
  };
}

/** Ids of a member's favourites; empty for guests, without loading their code. */
async function favouriteIds(): Promise<number[]> {
  if ($session.get().status !== 'member') return [];
  const { $favourites } = await import('../../lib/member/favourites/favourites.ts');
  return ($favourites.get() ?? []).map(({ performerId }) => performerId);
}

function open(box: Box, found: readonly AutocompleteItem[]): void {
  const link = linkFrom(location);
  box.list.replaceChildren(
    ...found.map(({ key, value, divider }) => {
      const option = document.createElement('a');
      option.id = `search-${key}`;
      option.className = OPTION_LOOK;
      option.role = 'option';
      option.tabIndex = -1;
      option.ariaSelected = 'false';
      option.href = link(routes.profile(value));
      setText(option, value);
      option.toggleAttribute('data-divider', divider);
      return option;
    }),
  );
  box.list.hidden = found.length === 0;
  box.panel.hidden = false;
  setText(box.news, found.length === 0 ? (readHook(box.news, 'none') ?? '') : '');
  box.input.setAttribute('aria-expanded', String(found.length > 0));
  box.input.removeAttribute('aria-activedescendant');
}

function close(box: Box): void {
  box.panel.hidden = true;
  box.list.hidden = true;
  box.list.replaceChildren();
  setText(box.news, '');
  box.input.setAttribute('aria-expanded', 'false');
  box.input.removeAttribute('aria-activedescendant');
}

function steer(event: KeyboardEvent, box: Box): void {
  if (isInputMethodKey(event)) return;
  const options = [...box.list.querySelectorAll<HTMLAnchorElement>('[role="option"]')];
  const active = options.findIndex(({ ariaSelected }) => ariaSelected === 'true');
  if (event.key === 'Escape' && !box.panel.hidden) {
    // The first Escape closes the list, the second clears the field.
    event.preventDefault();
    close(box);
    return;
  }
  if (event.key === 'Enter' && active >= 0) {
    event.preventDefault();
    options[active]?.click();
    return;
  }
  const next = stepTo(event.key, { active, count: options.length });
  if (next === null) return;
  event.preventDefault();
  for (const [index, option] of options.entries()) option.ariaSelected = String(index === next);
  const chosen = options[next];
  chosen?.scrollIntoView({ block: 'nearest' });
  if (chosen) box.input.setAttribute('aria-activedescendant', chosen.id);
  else box.input.removeAttribute('aria-activedescendant');
}

/** Index after an arrow key; -1 is the field itself; null for any other key. */
export function stepTo(key: string, { active, count }: { active: number; count: number }): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : -1;
  if (key === 'ArrowUp') return active === -1 ? count - 1 : active - 1;
  return null;
}
