import { cookieNames, flagCookie } from '../lib/site/cookies.ts';

export const hasConsent = (): boolean => document.cookie.split('; ').includes(`${cookieNames.consent}=yes`);

/** Answers the consent question without loading a page. */
export function startConsent(): void {
  const banner = document.querySelector('#consent');
  banner?.addEventListener('submit', (event) => {
    const { submitter } = event as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
    document.cookie = flagCookie(cookieNames.consent, submitter.value, location.protocol === 'https:');
    banner.remove();
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
  });
}
