import { fetchPage } from '../../lib/api/page.ts';
import { withLoader } from '../../lib/shell/loader.ts';
import { find, hooked } from '../hooks.ts';
import { armMore } from './load-more.ts';
import { markShown } from './shown.ts';

/** ms; some screen readers ignore a live region that has just been inserted. */
const TELL_AFTER_MS = 200;

/** Replaces the list; on failure the browser loads the URL. */
export async function showList(href: string, { push = true } = {}): Promise<void> {
  const page = await withLoader(fetchPage(href)).catch(() => null);
  const next = page && find(page, 'list');
  const now = find(document, 'list');
  if (!page || !next || !now) {
    location.assign(href);
    return;
  }
  now.replaceWith(next);
  if (push) history.pushState(null, '', href);
  markShown();
  document.title = page.title;
  followLanguages(page);
  if (next.getBoundingClientRect().top < 0) next.scrollIntoView({ behavior: 'instant' });
  find(next, 'filters-open')?.focus({ preventScroll: true });
  setTimeout(() => tellTotal(next), TELL_AFTER_MS);
  armMore(next);
}

function tellTotal(list: Element): void {
  const news = find(list, 'list-news');
  if (news) news.textContent = list.querySelector(`${hooked('list-total')}, h2`)?.textContent ?? '';
}

/** Updates the language links. */
function followLanguages(page: Document): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) {
    const other = page.querySelector(`a[hreflang="${link.hreflang}"]`)?.getAttribute('href');
    if (other) link.setAttribute('href', other);
  }
}
