import { fetchPage } from '../../lib/api/page.ts';
import { withLoader } from '../../lib/shell/loader.ts';
import { find, hooked } from '../hooks.ts';
import { armMore } from './load-more.ts';

/** A region that has just come to the page is not listened to at once by every screen reader, in ms. */
const TELL_AFTER_MS = 200;

/** The address of the list on the page. */
let shown = location.pathname + location.search;

/** Shows the list of an address in the place of this one; where that fails the browser goes there itself. */
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
  shown = location.pathname + location.search;
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

/** Back and forward between lists that took each other's place. */
export function followHistory(): void {
  window.addEventListener('popstate', () => {
    if (location.pathname + location.search !== shown) void showList(location.href, { push: false });
  });
}

/** The same page in another language is now that of this list. */
function followLanguages(page: Document): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) {
    const other = page.querySelector(`a[hreflang="${link.hreflang}"]`)?.getAttribute('href');
    if (other) link.setAttribute('href', other);
  }
}
