import { languageCookie } from '#contract/cookies.ts';
import { flagCookie } from '../../lib/site/cookies.ts';

/** Keeps the language that is chosen in a switch, for where no address says one. */
export function rememberLanguage(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null;
    if (!link) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
    document.cookie = flagCookie(languageCookie, link.hreflang, location.protocol === 'https:');
  });
}
