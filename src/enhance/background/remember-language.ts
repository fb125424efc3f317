import { languageCookie } from '#contract/cookies.ts';
import { keepFlag } from '#lib/shell/flag-cookie.ts';

/** Keeps the language that is chosen in a switch, for where no address says one. */
export function rememberLanguage(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null;
    if (!link) return;
    keepFlag(languageCookie, link.hreflang);
  });
}
