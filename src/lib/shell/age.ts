import { cookieNames } from '../site/cookies.ts';
import { keepFlag } from './flag-cookie.ts';

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
