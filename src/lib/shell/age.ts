import { cookieNames, flagCookie } from '../site/cookies.ts';

/** Told on the document once the age question is answered with yes. */
export const AGE_ACCEPTED = 'age-accepted';

/** The open age question; null where it is not asked. */
export const ageGate = (): HTMLDialogElement | null =>
  document.querySelector<HTMLDialogElement>('dialog#age-gate[open]');

/** Remembers that the visitor is an adult. */
export function acceptAge(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = flagCookie(cookieNames.age, '1', location.protocol === 'https:');
}

/** Acts once the age question is answered with yes; at once where it is not asked. */
export function whenAgeAccepted(act: () => void): void {
  if (ageGate() === null) act();
  else document.addEventListener(AGE_ACCEPTED, act, { once: true });
}
