import { AGE_ACCEPTED, acceptAge, ageGate } from '#lib/shell/start/browser.ts';

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
