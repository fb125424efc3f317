import { fetchPage } from '../../lib/api/start/page.ts';
import { overlays } from '../../lib/shell/late/overlays.ts';
import { withLoader } from '../../lib/shell/start/feedback.ts';
import { find, hooked, setText } from '../../lib/shell/start/hooks.ts';
import { loadsMore } from './load-more.ts';

/** ms; some screen readers ignore a live region that has just been inserted. */
const TELL_AFTER_MS = 200;

interface Wanted {
  readonly push: boolean;
  /** False once the visitor has asked for another list. */
  readonly isWanted: () => boolean;
}

/** Replaces the list and returns true, unless it is not wanted any more; on failure the browser loads the URL. */
export async function showList(href: string, { push, isWanted }: Wanted): Promise<boolean> {
  const page = await withLoader(fetchPage(href)).catch(() => null);
  if (!isWanted()) return false;
  const next = page && find(page, 'list');
  const now = find(document, 'list');
  if (!page || !next || !now) {
    location.assign(href);
    return false;
  }
  if (push) {
    // The drawer with the filters has just closed.
    await overlays.settled();
    if (!isWanted()) return false;
    history.pushState(null, '', href);
  }
  now.replaceWith(next);
  document.title = page.title;
  followLanguages(page);
  if (next.getBoundingClientRect().top < 0) next.scrollIntoView({ behavior: 'instant' });
  find(next, 'filters-open')?.focus({ preventScroll: true });
  setTimeout(() => tellTotal(next), TELL_AFTER_MS);
  loadsMore(next).arm();
  return true;
}

function tellTotal(list: Element): void {
  const news = find(list, 'list-news');
  if (news) setText(news, list.querySelector(`${hooked('list-total')}, h2`)?.textContent ?? '');
}

/** Updates the language links. */
function followLanguages(page: Document): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) {
    const other = page.querySelector(`a[hreflang="${link.hreflang}"]`)?.getAttribute('href');
    if (other) link.setAttribute('href', other);
  }
}
