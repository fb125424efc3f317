import { AppError, type ErrorLabel, labelOf } from '#contract/errors.ts';
import { fieldVersion } from '#contract/form-version.ts';
import type { Locale } from '#contract/locales.ts';
import {
  type CodedField,
  type CodedValues,
  codedRules,
  type FieldRefusal,
  type FieldValue,
  type FormField,
  isText,
  type ProfileVersions,
  profileVersionsSchema,
  refuseField,
  refuseText,
  type TextField,
  type TextValues,
  tidyText,
} from '#contract/performers/profile/profile-form.ts';
import { HIDDEN_PLACES_MAX, placesIn, wholeCountries } from '#contract/safety/hidden-places.ts';
import * as calls from '#contract/studio/profile-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { textFor } from '../../shell/texts/refusal-texts.ts';
import type { MessageKey } from '../../site/i18n.ts';

/** What was typed: several values of a field with checkboxes. */
export type Posted = Pick<FormData, 'get' | 'getAll'>;

/** `changed`: something else was stored since the form was opened. */
export type FieldError = FieldRefusal | 'words' | 'changed';

/** What a form shows, and what was typed into it. */
export interface ShownForm {
  readonly profile: Pick<calls.StudioProfile, 'fields' | 'texts'>;
  readonly textsIn: Locale;
  /** Shown instead of what is stored, where it was changed and not saved. */
  readonly posted: Posted | null;
  readonly errors: Readonly<Partial<Record<FormField, FieldError>>>;
}

export interface SavedProfile {
  readonly saved: boolean;
  readonly errors: Readonly<Partial<Record<FormField, FieldError>>>;
  /** Message key for the whole form. */
  readonly message?: MessageKey;
}

/** Saves the fields of the form that were changed in it, unless the rule refuses one. */
export async function saveStudioProfile(
  form: Posted,
  { names, textsIn }: { names: readonly FormField[]; textsIn: Locale },
  options: CallOptions,
): Promise<SavedProfile> {
  const seen = seenIn(form);
  const { fields, texts, errors } = readPosted(
    form,
    names.filter((name) => isTouched(form, name, seen)),
  );
  if (Object.keys(errors).length > 0) return { saved: false, errors };
  try {
    await call(calls.saveStudioProfile, { fields, texts, textsIn, seen }, options);
    return { saved: true, errors: {} };
  } catch (error) {
    const label = labelOf(error);
    const why = fieldErrors[label];
    if (!why) return { saved: false, errors: {}, message: textFor(label) };
    const refused = error instanceof AppError ? error.fields : [];
    const wrong = names.filter((name) => refused.includes(name)).map((name) => [name, why] as const);
    return { saved: false, errors: Object.fromEntries(wrong) };
  }
}

const fieldErrors: Partial<Record<ErrorLabel, FieldError>> = {
  'badRequest.profile.words': 'words',
  'badRequest.form.changed': 'changed',
};

const SEEN = 'seen';

/** The versions of the values that a form was filled in from; none for a form without them. */
export function seenIn(form: Posted): ProfileVersions {
  const read = profileVersionsSchema.safeParse(Object.fromEntries(new URLSearchParams(typedIn(form, SEEN))));
  return read.success ? read.data : {};
}

/** Whether the field was sent, and not as the form was opened with it: others may store it meanwhile. */
export function isTouched(form: Posted, name: FormField, seen: ProfileVersions): boolean {
  if (!isSent(form, name)) return false;
  return seen[name] === undefined || seen[name] !== fieldVersion(valueIn(form, name));
}

/**
 * Text of the form's hidden field. A field that shows what was typed keeps its version until what is stored is shown beside
 * it; the others have that of the profile.
 */
export function seenText(
  names: readonly FormField[],
  { profile, textsIn, posted, errors }: ShownForm,
): string {
  const seen = posted ? seenIn(posted) : {};
  const stored: Record<string, unknown> = { ...profile.fields, ...profile.texts[textsIn] };
  const versions = names.map((name) => {
    const keeps = posted && isTouched(posted, name, seen) && errors[name] !== 'changed';
    return [name, (keeps && seen[name]) || fieldVersion(stored[name])];
  });
  return new URLSearchParams(versions).toString();
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
      texts[name] = textIn(form, name);
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
  const seen = seenIn(form);
  const { fields, texts, errors } = readPosted(
    form,
    names.filter((name) => isTouched(form, name, seen)),
  );
  const typed: Record<string, unknown> = { ...fields, ...texts };
  const before: Record<string, unknown> = { ...stored.fields, ...stored.texts[textsIn] };
  return (
    Object.keys(errors).length > 0 ||
    Object.entries(typed).some(([name, value]) => fieldVersion(value) !== fieldVersion(before[name]))
  );
}

export function typedIn(form: Posted, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

export const checkedIn = (form: Posted, name: string): string[] =>
  form.getAll(name).filter((value) => typeof value === 'string');

const textIn = (form: Posted, name: TextField): string => tidyText(name, typedIn(form, name));

const valueIn = (form: Posted, name: FormField): FieldValue =>
  isText(name) ? textIn(form, name) : typedValue(form, name);

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
  /** Missing if something else was stored meanwhile. */
  readonly message?: MessageKey;
  readonly isChanged?: true;
  /** What the field offers instead. */
  readonly typed: string;
  /** Of the places that the form was filled in from, still to be compared; missing if it shows the newest ones. */
  readonly version?: string;
}

/** Saves the typed list of places; returns the refusal, null if it was saved. */
export async function setHiddenPlaces(
  { typed, version }: { typed: string; version: string },
  options: CallOptions,
): Promise<RefusedPlaces | null> {
  const places = placesIn(typed);
  if (places === null || places.length > HIDDEN_PLACES_MAX)
    return { message: 'records.places.wrong', typed, version };
  try {
    await call(calls.setHiddenPlaces, { places, version: version || undefined }, options);
    return null;
  } catch (error) {
    const label = labelOf(error);
    if (label === 'badRequest.form.changed') return { isChanged: true, typed };
    if (label === 'badRequest.place.notExists') return { message: 'records.places.unknown', typed, version };
    if (label !== 'badRequest.place.region') throw error;
    return { message: 'records.places.countriesOnly', typed: wholeCountries(typed), version };
  }
}
