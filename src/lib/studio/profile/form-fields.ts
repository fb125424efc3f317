import { isoCodes, type Locale } from '#contract/locales.ts';
import {
  type CodedField,
  codedRules,
  type FieldValue,
  type FormField,
  isLong,
  isText,
  textLimits,
} from '#contract/performers/profile/profile-form.ts';
import { hasFeature } from '../../site/brand.ts';
import { getT, lookUp } from '../../site/i18n.ts';
import {
  checkedIn,
  type FieldError,
  isTouched,
  type Posted,
  type ShownForm,
  seenIn,
  typedIn,
} from './posted-profile.ts';

interface Option {
  readonly value: string;
  readonly text: string;
  readonly chosen: boolean;
}

/** A field as the form shows it. */
export interface ShownField {
  readonly name: FormField;
  readonly label: string;
  readonly kind: 'line' | 'number' | 'lines' | 'choice' | 'choices';
  readonly value: string;
  readonly options: readonly Option[];
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** What was stored meanwhile, beside what was typed. */
  readonly stored?: string | undefined;
  /** Language of the text. */
  readonly lang?: string;
}

interface Source extends ShownForm {
  /** Of the page. */
  readonly locale: Locale;
}

/** Fields of features that the brand has. */
export const offeredFields = (names: readonly FormField[]): FormField[] =>
  names.filter((name) => name !== 'cybertoy' || hasFeature('toys'));

export const shownFields = (names: readonly FormField[], source: Source): ShownField[] =>
  names.map((name) => (isText(name) ? textField(name, source) : codedField(name, source)));

const postedIn = ({ posted }: Source, name: FormField): Posted | null =>
  posted && isTouched(posted, name, seenIn(posted)) ? posted : null;

function textField(name: Extract<FormField, keyof typeof textLimits>, source: Source): ShownField {
  const { locale, textsIn, profile } = source;
  const posted = postedIn(source, name);
  const max = textLimits[name];
  const stored = profile.texts[textsIn]?.[name] ?? '';
  return {
    name,
    kind: isLong(name) ? 'lines' : 'line',
    options: [],
    lang: isoCodes[textsIn],
    label: labelOf(name, locale),
    value: posted ? typedIn(posted, name) : stored,
    hint: isLong(name) ? getT(locale)('studio.profile.limit', { max }) : undefined,
    error: errorOf(name, source, { max }),
    stored: storedBeside(name, source, stored),
  };
}

function codedField(name: CodedField, source: Source): ShownField {
  const { locale, profile } = source;
  const posted = postedIn(source, name);
  const t = getT(locale);
  const rule = codedRules[name];
  const stored = profile.fields[name] ?? null;
  const chosen = posted ? checkedIn(posted, name) : chosenOf(stored);
  const option = (value: string, text: string): Option => ({ value, text, chosen: chosen.includes(value) });
  const named = (value: string | number) =>
    option(String(value), lookUp(locale, `profile.value.${name}.${value}`, String(value)));
  const none = 'required' in rule && rule.required ? [] : [option('', t('studio.profile.notStated'))];
  const options = {
    choice: () => [...none, ...('values' in rule ? rule.values.map(named) : [])],
    choices: () => ('values' in rule ? rule.values : []).filter(isOffered).map(named),
    yesNo: () => [...none, option('yes', t('studio.profile.yes')), option('no', t('studio.profile.no'))],
    number: () => [],
    line: () => [],
  }[rule.kind]();
  const textOf = (value: string): string => options.find((one) => one.value === value)?.text ?? value;
  const limits = rule.kind === 'number' || rule.kind === 'line' ? rule : { max: 0 };
  return {
    name,
    options,
    kind: rule.kind === 'yesNo' ? 'choice' : rule.kind,
    label: labelOf(name, locale),
    value: (posted ? typedIn(posted, name) : chosenOf(stored)[0]) ?? '',
    error: errorOf(name, source, { min: 0, ...limits }),
    stored: storedBeside(name, source, chosenOf(stored).map(textOf).join(', ')),
  };
}

const isOffered = (value: string | number): boolean => value !== 'vip' || hasFeature('vip');

/** Values of the field's elements. */
function chosenOf(stored: FieldValue): string[] {
  if (stored === null) return [''];
  if (typeof stored === 'boolean') return [stored ? 'yes' : 'no'];
  return Array.isArray(stored) ? stored : [String(stored)];
}

const labelOf = (name: FormField, locale: Locale): string => lookUp(locale, `profile.field.${name}`, name);

const errorKeys = {
  changed: 'studio.changed.field',
  long: 'studio.profile.wrong.long',
  number: 'studio.profile.wrong.number',
  required: 'studio.profile.wrong.required',
  unknown: 'studio.profile.wrong.unknown',
  words: 'studio.profile.wrong.words',
} as const satisfies Record<FieldError, string>;

/** Undefined unless the field was refused because of it. */
const storedBeside = (name: FormField, { errors, locale }: Source, stored: string): string | undefined =>
  errors[name] === 'changed' ? stored || getT(locale)('studio.changed.nothing') : undefined;

function errorOf(
  name: FormField,
  { errors, locale }: Source,
  values: Readonly<Record<string, string | number>>,
): string | undefined {
  const error = errors[name];
  return error && getT(locale)(errorKeys[error], values);
}
