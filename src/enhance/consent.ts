import { AGE_ACCEPTED, acceptAge, ageGate, hasConsent, keepFlag, onIdle } from '#lib/shell/start/browser.ts';
import { cookieNames } from '../lib/site/start/names.ts';

/** Measuring code is loaded only after consent. `since`: consent was given on an earlier page. */
const measure = (since: boolean) => import('./late/start-measuring.ts').then((m) => m.startMeasuring(since));

/** Submits the consent question without loading a page. */
export function startConsent(): void {
  if (hasConsent()) onIdle(() => measure(true));
  const banner = document.querySelector('#consent');
  banner?.addEventListener('submit', (event) => {
    const { submitter } = event as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    keepFlag(cookieNames.consent, submitter.value);
    banner.remove();
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
    if (hasConsent()) void measure(false);
  });
}

/** Submits the age question without loading a page. */
export function startAgeGate(): void {
  const gate = ageGate();
  gate?.addEventListener('submit', (event) => {
    event.preventDefault();
    acceptAge();
    gate.close();
    document.querySelector('#page')?.removeAttribute('inert');
    document.dispatchEvent(new CustomEvent(AGE_ACCEPTED));
  });
}
