import { keepFlag } from '#lib/shell/flag-cookie.ts';
import { cookieNames } from '../lib/site/cookies.ts';

export const hasConsent = (): boolean => document.cookie.split('; ').includes(`${cookieNames.consent}=yes`);

/** Answers the consent question without loading a page. */
export function startConsent(): void {
  const banner = document.querySelector('#consent');
  banner?.addEventListener('submit', (event) => {
    const { submitter } = event as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    keepFlag(cookieNames.consent, submitter.value);
    banner.remove();
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
  });
}
