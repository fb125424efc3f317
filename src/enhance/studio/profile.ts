import { find, readHook } from '../../lib/shell/start/hooks.ts';

/** Asks before the page is left while something typed is not saved. */
export function startStudioProfile(): void {
  const form = find<HTMLFormElement>(document, 'studio-profile');
  if (!form) return;
  let isUnsaved = readHook(form, 'studio-profile') === 'unsaved';
  form.addEventListener('input', () => {
    isUnsaved = true;
  });
  form.addEventListener('submit', () => {
    isUnsaved = false;
  });
  addEventListener('beforeunload', (event) => {
    if (isUnsaved) event.preventDefault();
  });
}
