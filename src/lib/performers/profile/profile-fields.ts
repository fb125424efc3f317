import { isoCodes, type Locale } from '#contract/locales.ts';
import { languageOfText, type Profile, textsIn } from '#contract/performers/profile/profile-calls.ts';
import type { Feature } from '#contract/site/features.ts';
import { hasFeature } from '../../site/brand.ts';
import { lookUp } from '../../site/i18n.ts';

type Value = Profile['fields'][string];

/** In reading order, by group; names of the specification (live spec 3). */
const fieldGroups = {
  looks: [
    'gender',
    'ethnicity',
    'physique',
    'hairColor',
    'eyeColor',
    'breastSize',
    'penisSize',
    'shaved',
    'pubicHair',
    'piercings',
    'tattoo',
    'tattoos',
    'favoriteBodyPart',
  ],
  character: [
    'zodiac',
    'personality',
    'character',
    'lifeGoal',
    'nicestAboutMe',
    'nicestAboutMen',
    'manType',
    'turnoff',
    'weakness',
    'luckyNumber',
  ],
  life: [
    'relationship',
    'orientation',
    'hobbies',
    'music',
    'favoriteMusic',
    'food',
    'favoriteFood',
    'drinks',
    'favoriteDrinks',
    'smoking',
    'smoker',
    'pets',
  ],
  chat: [
    'languages',
    'showType',
    'webcamming',
    'oftenOnline',
    'cybertoy',
    'decency',
    'nonude',
    'since',
    'sexualPreference',
    'sexPosition',
    'sexLocation',
    'kinkyAttributes',
  ],
} as const;

export type FieldGroup = keyof typeof fieldGroups;
type FieldName = (typeof fieldGroups)[FieldGroup][number];

interface GroupedFields {
  readonly group: FieldGroup;
  readonly fields: readonly { readonly name: FieldName; readonly values: readonly string[] }[];
}

type ProfileInput = Pick<Profile, 'gender' | 'languages' | 'fields' | 'texts'> &
  Partial<Pick<Profile, 'nonude' | 'firstCamSession'>>;

/** Texts in this locale, else in another that the visitor may read. */
export const textsOf = (profile: Pick<Profile, 'texts'>, locale: Locale): Readonly<Record<string, string>> =>
  textsIn(profile.texts, locale);

/** Language of a text in another language than the page's, for its `lang` attribute; undefined otherwise. */
export function foreignLanguageOf(
  { texts }: Pick<Profile, 'texts'>,
  name: string,
  locale: Locale,
): Locale | undefined {
  const written = languageOfText(texts, name, locale);
  return written === locale ? undefined : written;
}

/** Leaves out empty values and groups, and chat types the brand does not have; a single value becomes a list. */
export function groupFields(
  profile: ProfileInput,
  locale: Locale,
  has: (feature: Feature) => boolean = hasFeature,
): GroupedFields[] {
  const { gender, languages } = profile;
  const fields: Record<string, Value> = {
    gender,
    languages,
    ...profile.fields,
    ...textsOf(profile, locale),
    ...(profile.nonude && { nonude: true }),
    ...(profile.firstCamSession && { since: monthOf(profile.firstCamSession, locale) }),
  };
  const groups = (Object.keys(fieldGroups) as FieldGroup[]).map((group) => ({
    group,
    fields: fieldGroups[group].flatMap((name) => {
      const values = listOf(fields[name]).filter(
        (value) => name !== 'showType' || value !== 'vip' || has('vip'),
      );
      return values.length > 0 ? [{ name, values }] : [];
    }),
  }));
  return groups.filter(({ fields: filled }) => filled.length > 0);
}

/** A performer's place in the given language; unchanged without a translation. */
export const placeName = (place: string, locale: Locale): string => lookUp(locale, `place.${place}`, place);

/** "november 2026". */
function monthOf(iso: string, locale: Locale): string {
  const month = new Intl.DateTimeFormat(isoCodes[locale], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return month.format(new Date(iso));
}

function listOf(value: Value | undefined): string[] {
  if (value === undefined || value === '') return [];
  return Array.isArray(value) ? value.filter((item) => item !== '') : [String(value)];
}
