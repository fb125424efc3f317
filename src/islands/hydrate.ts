import { type Root, hydrateRoot as reactHydrateRoot } from 'react-dom/client';
import { log } from '#lib/shell/log.ts';

export { createRoot } from 'react-dom/client';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What was typed or chosen in an island before React took it over. */
interface Typed {
  readonly value: string;
  readonly checked: boolean;
  readonly hasFocus: boolean;
}

/**
 * React's, for islands of a page in which a browser extension (password manager, grammar check) may have inserted nodes:
 * React then renders the island anew. That is no error, and what was typed and the focus stay.
 */
export const hydrateRoot: typeof reactHydrateRoot = (container, children, options): Root => {
  const typed = typedIn(container);
  return reactHydrateRoot(container, children, {
    ...options,
    onRecoverableError(error) {
      log.info('island rendered anew: its HTML was changed before it was alive', error);
      const controls = controlsOf(container);
      for (const [key, one] of typed) restore(controls.get(key), one);
    },
  });
};

/** By what they are, as ids differ from one rendering to the next. */
function controlsOf(container: ParentNode): Map<string, Control> {
  const found = new Map<string, Control>();
  for (const control of container.querySelectorAll<Control>('input:not([type=file]), textarea, select')) {
    const kind = `${control.localName} ${control.type} ${control.name}`;
    let count = 0;
    while (found.has(`${kind} ${count}`)) count += 1;
    found.set(`${kind} ${count}`, control);
  }
  return found;
}

const typedIn = (container: ParentNode): Map<string, Typed> =>
  new Map(
    [...controlsOf(container)].map(([key, control]) => [
      key,
      {
        value: control.value,
        checked: 'checked' in control && control.checked,
        hasFocus: control === document.activeElement,
      },
    ]),
  );

function restore(control: Control | undefined, { value, checked, hasFocus }: Typed): void {
  if (!control) return;
  if (hasFocus) control.focus();
  if (control instanceof HTMLInputElement && control.checked !== checked) control.click();
  if (control.value === value) return;
  // Past the setter with which React follows a field's value: it hears of the event only if it did not see the change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}
