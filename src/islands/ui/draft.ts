/** Texts that were typed into an overlay when the visitor closed it, by overlay and field; until the page is left. */
const drafts = new Map<string, ReadonlyMap<string, string>>();

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** No passwords, also while they are shown as text, and no codes. Forms name their fields by `data-field` (use-form.ts). */
const TEXT_FIELDS =
  ':is(textarea, select, input:is([type=text], [type=email], [type=number], :not([type]))):is([data-field], [name]):not([autocomplete=one-time-code], [autocomplete$=password])';

const textFields = (popup: Element | null): TextField[] =>
  popup ? [...popup.querySelectorAll<TextField>(TEXT_FIELDS)] : [];

const nameOf = ({ dataset, name }: TextField): string => dataset['field'] ?? name;

/** Keeps what was typed; nothing if the overlay has no text. */
export function keepDraft(name: string, popup: Element | null): void {
  const texts = textFields(popup).flatMap((field) =>
    field.value ? [[nameOf(field), field.value] as const] : [],
  );
  drafts.delete(name);
  if (texts.length > 0) drafts.set(name, new Map(texts));
}

/** Types it again, once; fields with a value of their own keep that. */
export function restoreDraft(name: string, popup: Element): void {
  const texts = drafts.get(name);
  drafts.delete(name);
  for (const field of textFields(popup)) {
    const text = texts?.get(nameOf(field));
    if (text === undefined || field.value !== '') continue;
    // React notices a change only if its own setter is passed by.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    field.dispatchEvent(
      new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  }
}
