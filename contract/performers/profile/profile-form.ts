import * as z from 'zod/mini';
import { lengthOf } from '../../fields.ts';
import { versionField } from '../../form-version.ts';
import { trimBlank } from '../../input.ts';
import { canMatch, filterValues, type Gender } from '../directory/filters.ts';

/** How a performer fills in a field of her profile that is the same in every language. */
export type FieldRule =
  /** One of the values, or null unless it is required. */
  | { readonly kind: 'choice'; readonly values: readonly (string | number)[]; readonly required?: true }
  | { readonly kind: 'choices'; readonly values: readonly string[]; readonly required?: true }
  | { readonly kind: 'yesNo'; readonly required?: true }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  /** A text on one line; `max` user-perceived characters. */
  | { readonly kind: 'line'; readonly max: number };

const choice = (...values: (string | number)[]): FieldRule => ({ kind: 'choice', values });
const yesNo: FieldRule = { kind: 'yesNo' };
const sizes = choice(1, 2, 3, 4);

/** (live spec 3) Values are those of the filters, and those that the profile has texts for. */
const rules = {
  city: { kind: 'line', max: 40 },
  languages: { kind: 'choices', values: filterValues.language, required: true },
  ethnicity: choice(
    'arabic',
    'asian',
    'caucasian',
    'white',
    'ebony',
    'latin',
    'south-american',
    'mediterranean',
  ),
  physique: choice('slim', 'average', 'athletic', 'fat'),
  hairColor: choice(
    'blonde',
    'dark_blonde',
    'brown',
    'black',
    'red',
    'grey',
    'white',
    'coloured',
    'bald',
    'other',
  ),
  eyeColor: choice('brown', 'blue', 'green', 'grey', 'hazel'),
  breastSize: sizes,
  penisSize: sizes,
  shaved: choice(...filterValues.shaved),
  pubicHair: choice('shaved', 'trimmed', 'natural'),
  piercings: { kind: 'yesNo', required: true },
  tattoo: yesNo,
  zodiac: choice(
    'aries',
    'taurus',
    'gemini',
    'cancer',
    'leo',
    'virgo',
    'libra',
    'scorpio',
    'sagittarius',
    'capricorn',
    'aquarius',
    'pisces',
  ),
  luckyNumber: { kind: 'number', min: 0, max: 999 },
  relationship: choice('single', 'relationship', 'open'),
  orientation: choice('straight', 'bisexual', 'gay'),
  smoking: yesNo,
  smoker: choice('never', 'sometimes', 'daily'),
  showType: { kind: 'choices', values: ['free', 'paid', 'vip'] },
  webcamming: choice('daily', 'weekly', 'weekend'),
  oftenOnline: choice('morning', 'afternoon', 'evening', 'night'),
  cybertoy: { kind: 'yesNo', required: true },
  decency: choice(1, 2, 3),
  sexualPreference: choice('men', 'women', 'everyone'),
  sexPosition: choice('sitting', 'standing', 'lying'),
  sexLocation: choice('sofa', 'kitchen', 'balcony', 'hotel'),
  kinkyAttributes: { kind: 'choices', values: ['mask', 'gloves', 'boots', 'feather', 'candles'] },
} as const satisfies Readonly<Record<string, FieldRule>>;

export type CodedField = keyof typeof rules;
export const codedRules: Readonly<Record<CodedField, FieldRule>> = rules;
export type FieldValue = string | number | boolean | string[] | null;
export type CodedValues = { [Name in CodedField]?: FieldValue | undefined };

const SHORT = 160;
/** Texts in each language: user-perceived characters at most. Those above `SHORT` have several lines. */
export const textLimits = {
  motto: 120,
  description: 1500,
  bio: 1500,
  favoriteBodyPart: SHORT,
  tattoos: SHORT,
  personality: SHORT,
  character: SHORT,
  lifeGoal: SHORT,
  nicestAboutMe: SHORT,
  nicestAboutMen: SHORT,
  manType: SHORT,
  turnoff: SHORT,
  weakness: SHORT,
  hobbies: SHORT,
  music: SHORT,
  favoriteMusic: SHORT,
  food: SHORT,
  favoriteFood: SHORT,
  drinks: SHORT,
  favoriteDrinks: SHORT,
  pets: SHORT,
} as const;
export type TextField = keyof typeof textLimits;
export type TextValues = { [Name in TextField]?: string | undefined };
export const isLong = (name: TextField): boolean => textLimits[name] > SHORT;

/** The parts of the form, in the order of the profile. Each is saved by itself. */
export const profileSections = {
  about: ['motto', 'description', 'bio', 'city', 'languages'],
  looks: [
    ...(['ethnicity', 'physique', 'hairColor', 'eyeColor', 'breastSize', 'penisSize', 'shaved'] as const),
    ...(['pubicHair', 'piercings', 'tattoo', 'tattoos', 'favoriteBodyPart'] as const),
  ],
  character: [
    ...(['zodiac', 'personality', 'character', 'lifeGoal', 'nicestAboutMe', 'nicestAboutMen'] as const),
    ...(['manType', 'turnoff', 'weakness', 'luckyNumber'] as const),
  ],
  life: [
    ...([
      'relationship',
      'orientation',
      'hobbies',
      'music',
      'favoriteMusic',
      'food',
      'favoriteFood',
    ] as const),
    ...(['drinks', 'favoriteDrinks', 'smoking', 'smoker', 'pets'] as const),
  ],
  chat: [
    ...(['showType', 'webcamming', 'oftenOnline', 'cybertoy', 'decency', 'sexualPreference'] as const),
    ...(['sexPosition', 'sexLocation', 'kinkyAttributes'] as const),
  ],
} as const satisfies Readonly<Record<string, readonly (CodedField | TextField)[]>>;
export type ProfileSection = keyof typeof profileSections;
export type FormField = (typeof profileSections)[ProfileSection][number];
export const sectionNames = Object.keys(profileSections) as ProfileSection[];

export const isText = (name: string): name is TextField => Object.hasOwn(textLimits, name);

/** Leaves out fields that do not concern her, as the filters do. */
export const fieldsOf = (section: ProfileSection, gender: Gender): FormField[] =>
  profileSections[section].filter(
    (name) => (name !== 'breastSize' && name !== 'penisSize') || canMatch(name, gender),
  );

export type FieldRefusal = 'long' | 'number' | 'required' | 'unknown';

/** Why a value cannot be saved, or null. */
export function refuseField(name: CodedField, value: FieldValue): FieldRefusal | null {
  const rule = codedRules[name];
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return 'required' in rule && rule.required ? 'required' : null;
  switch (rule.kind) {
    case 'choice':
      return rule.values.some((one) => one === value) ? null : 'unknown';
    case 'choices':
      return Array.isArray(value) && value.every((one) => rule.values.includes(one)) ? null : 'unknown';
    case 'yesNo':
      return typeof value === 'boolean' ? null : 'unknown';
    case 'number':
      return Number.isInteger(value) && Number(value) >= rule.min && Number(value) <= rule.max
        ? null
        : 'number';
    case 'line':
      if (typeof value !== 'string') return 'unknown';
      return lengthOf(value) > rule.max ? 'long' : null;
  }
}

/** As stored: trimmed, with plain line ends, and on one line unless the field is long. */
export function tidyText(name: CodedField | TextField, text: string): string {
  const plain = trimBlank(text.replace(/\r\n?/g, '\n'));
  return isText(name) && isLong(name) ? plain.replace(/\n{3,}/g, '\n\n') : plain.replace(/\s+/g, ' ');
}

export const refuseText = (name: TextField, text: string): 'long' | null =>
  lengthOf(tidyText(name, text)) > textLimits[name] ? 'long' : null;

/** The cap in UTF-16 units bounds the work of counting. */
const UNITS_MAX = textLimits.description * 16;
const rawText = z.string().check(z.maxLength(UNITS_MAX));

const anyValue = z.union([
  rawText,
  z.number(),
  z.boolean(),
  z.array(z.string().check(z.maxLength(64))).check(z.maxLength(32)),
  z.null(),
]);

const codedField = (name: CodedField) =>
  z.optional(
    anyValue.check(
      z.overwrite((value) => (typeof value === 'string' ? tidyText(name, value) : value)),
      z.refine((value) => refuseField(name, value) === null),
    ),
  );

const textField = (name: TextField) =>
  z.optional(
    rawText.check(
      z.overwrite((text) => tidyText(name, text)),
      z.refine((text) => refuseText(name, text) === null),
    ),
  );

const mapNames = <Name extends string, Value>(
  names: readonly Name[],
  map: (name: Name) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, map(name)])) as Record<Name, Value>;

/** Fields to change; null empties one. Missing fields stay. */
export const codedValuesSchema = z.strictObject(mapNames(Object.keys(rules) as CodedField[], codedField));
/** Texts to change in one language; an empty one is removed. */
export const textValuesSchema = z.strictObject(mapNames(Object.keys(textLimits) as TextField[], textField));

/** By field: the version of the value that a form was filled in from. */
export const profileVersionsSchema = z.strictObject(
  mapNames(
    [...(Object.keys(rules) as CodedField[]), ...(Object.keys(textLimits) as TextField[])],
    () => versionField,
  ),
);
export type ProfileVersions = { [Name in CodedField | TextField]?: string | undefined };

/** As stored: values from before a limit or a value of a list changed are included. */
export const ownFieldsSchema = z.partialRecord(z.enum(Object.keys(rules) as CodedField[]), anyValue);
export const ownTextsSchema = z.partialRecord(z.enum(Object.keys(textLimits) as TextField[]), z.string());
