import { cookieNames, flagCookie } from '../../site/start/names.ts';

/** Keeps a choice of the interface for a year. */
export function keepFlag(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = flagCookie(name, value, location.protocol === 'https:');
}

/** Check it before each use: another tab may have withdrawn consent. */
export const hasConsent = (): boolean => document.cookie.split('; ').includes(`${cookieNames.consent}=yes`);

/** Event on the document after the visitor confirmed the age. */
export const AGE_ACCEPTED = 'age-accepted';

/** The open dialog; null when the question is not shown. */
export const ageGate = (): HTMLDialogElement | null =>
  document.querySelector<HTMLDialogElement>('dialog#age-gate[open]');

export function acceptAge(): void {
  keepFlag(cookieNames.age, '1');
}

/** Runs `act` after the age was confirmed, or at once if the question is not shown. */
export function whenAgeAccepted(act: () => void): void {
  if (ageGate() === null) act();
  else document.addEventListener(AGE_ACCEPTED, act, { once: true });
}

/** ms after which the work runs even if the page was never idle. */
export const IDLE_TIMEOUT_MS = 2000;

/** Runs `act` after the page has loaded, when the browser is idle. */
export function onIdle(act: () => unknown): void {
  // Safari has no requestIdleCallback.
  const idle = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(() => act(), { timeout: IDLE_TIMEOUT_MS })
      : setTimeout(act, IDLE_TIMEOUT_MS);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

/** Whether the visitor asked the browser to load less. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
