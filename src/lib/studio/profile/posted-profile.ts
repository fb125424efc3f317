import { AppError, labelOf } from '#contract/errors.ts';
import type { Locale } from '#contract/locales.ts';
import {
  type CodedField,
  type CodedValues,
  codedRules,
  type FieldRefusal,
  type FieldValue,
  type FormField,
  isText,
  refuseField,
  refuseText,
  type TextValues,
  tidyText,
} from '#contract/performers/profile/profile-form.ts';
import { type StartRefusal, startOf } from '#contract/performers/schedule.ts';
import { HIDDEN_PLACES_MAX, placesIn, wholeCountries } from '#contract/safety/hidden-places.ts';
import * as calls from '#contract/studio/profile-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { textFor } from '../../shell/texts/refusal-texts.ts';
import type { MessageKey } from '../../site/i18n.ts';

/** What was typed: several values of a field with checkboxes. */
export type Posted = Pick<FormData, 'get' | 'getAll'>;

export type FieldError = FieldRefusal | 'words';

export interface SavedProfile {
  readonly saved: boolean;
  readonly errors: Readonly<Partial<Record<FormField, FieldError>>>;
  /** Message key for the whole form. */
  readonly message?: MessageKey;
}

/** Saves the fields of one section of the form, unless the rule refuses one. */
export async function saveStudioProfile(
  form: Posted,
  { names, textsIn }: { names: readonly FormField[]; textsIn: Locale },
  options: CallOptions,
): Promise<SavedProfile> {
  const { fields, texts, errors } = readPosted(form, names);
  if (Object.keys(errors).length > 0) return { saved: false, errors };
  try {
    await call(calls.saveStudioProfile, { fields, texts, textsIn }, options);
    return { saved: true, errors: {} };
  } catch (error) {
    const label = labelOf(error);
    if (label !== 'badRequest.profile.words') return { saved: false, errors: {}, message: textFor(label) };
    const unclean = error instanceof AppError ? error.fields : [];
    const wrong = names.filter((name) => unclean.includes(name)).map((name) => [name, 'words'] as const);
    return { saved: false, errors: Object.fromEntries(wrong) };
  }
}

/** No checked box is a value; any other field that was not sent stays as it is. */
export const isSent = (form: Posted, name: FormField): boolean =>
  form.get(name) !== null || (!isText(name) && codedRules[name].kind === 'choices');

/** The typed values as the call takes them, and why some cannot be saved. */
export function readPosted(form: Posted, names: readonly FormField[]) {
  const [fields, texts]: [CodedValues, TextValues] = [{}, {}];
  const errors: Partial<Record<FormField, FieldError>> = {};
  for (const name of names.filter((one) => isSent(form, one))) {
    if (isText(name)) {
      texts[name] = tidyText(name, typedIn(form, name));
      const refused = refuseText(name, texts[name]);
      if (refused) errors[name] = refused;
    } else {
      const value = typedValue(form, name);
      fields[name] = value;
      const refused = refuseField(name, value);
      if (refused) errors[name] = refused;
    }
  }
  return { fields, texts, errors };
}

/** Whether the form has fields that are not stored as typed. */
export function differsFrom(
  stored: Pick<calls.StudioProfile, 'fields' | 'texts'>,
  form: Posted,
  { names, textsIn }: { names: readonly FormField[]; textsIn: Locale },
): boolean {
  const { fields, texts, errors } = readPosted(form, names);
  const typed: Record<string, unknown> = { ...fields, ...texts };
  const before: Record<string, unknown> = { ...stored.fields, ...stored.texts[textsIn] };
  return (
    Object.keys(errors).length > 0 ||
    Object.entries(typed).some(([name, value]) => plain(value) !== plain(before[name]))
  );
}

/** Empty values are alike, and the order of checked boxes does not count. */
function plain(value: unknown): string {
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return JSON.stringify(isEmpty ? null : Array.isArray(value) ? value.toSorted() : value);
}

export function typedIn(form: Posted, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

export const checkedIn = (form: Posted, name: string): string[] =>
  form.getAll(name).filter((value) => typeof value === 'string');

function typedValue(form: Posted, name: CodedField): FieldValue {
  const rule = codedRules[name];
  const typed = tidyText(name, typedIn(form, name));
  if (rule.kind === 'choices') return checkedIn(form, name);
  if (rule.kind === 'line') return typed;
  if (typed === '') return null;
  switch (rule.kind) {
    case 'choice':
      return rule.values.find((value) => String(value) === typed) ?? typed;
    case 'yesNo':
      return typed === 'yes' || (typed === 'no' ? false : typed);
    case 'number':
      return Number(typed.replace(',', '.'));
  }
}

interface RefusedPlaces {
  readonly message: MessageKey;
  /** What the field offers instead. */
  readonly typed: string;
}

/** Saves the typed list of places; returns the refusal, null if it was saved. */
export async function setHiddenPlaces(typed: string, options: CallOptions): Promise<RefusedPlaces | null> {
  const places = placesIn(typed);
  if (places === null || places.length > HIDDEN_PLACES_MAX) return { message: 'records.places.wrong', typed };
  try {
    await call(calls.setHiddenPlaces, { places }, options);
    return null;
  } catch (error) {
    const label = labelOf(error);
    if (label === 'badRequest.place.notExists') return { message: 'records.places.unknown', typed };
    if (label !== 'badRequest.place.region') throw error;
    return { message: 'records.places.countriesOnly', typed: wholeCountries(typed) };
  }
}

const refusals = {
  invalid: 'studio.schedule.wrong.invalid',
  past: 'studio.schedule.wrong.past',
  far: 'studio.schedule.wrong.far',
} as const satisfies Record<StartRefusal, MessageKey>;

/** Adds a planned start as typed; returns the message key of a refusal, null if it was added. */
export async function addStart(
  typed: { day: string; time: string },
  now: Date,
  options: CallOptions,
): Promise<MessageKey | null> {
  const { at, refused } = startOf(typed, now);
  if (refused) return refusals[refused];
  try {
    await call(calls.addStart, { at: at.toISOString() }, options);
    return null;
  } catch (error) {
    const own = {
      'badRequest.schedule.time': refusals.past,
      'badRequest.schedule.full': 'studio.schedule.full',
    } as const;
    return textFor(labelOf(error), own);
  }
}

/** Removes a planned start. A text that is no moment has none to remove. */
export async function removeStart(at: string, options: CallOptions): Promise<void> {
  await call(calls.removeStart, { at }, options).catch((error: unknown) => {
    if (labelOf(error) !== 'badRequest.invalid.input') throw error;
  });
}
