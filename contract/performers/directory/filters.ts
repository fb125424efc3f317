/** (live spec 3, 9) Values of one filter are alternatives (or); different filters are combined (and). */
export const filterValues = {
  /** A list shows women by default. */
  gender: ['female', 'male', 'trans', 'couple'],
  popular: ['free', 'toy'],
  status: ['online', 'offline', 'live', 'free', 'vip'],
  /** Years; the upper bound is exclusive, except in the last range. */
  age: ['18-24', '24-30', '30-50', '50-100'],
  language: ['nl', 'en', 'fr', 'de', 'es', 'it'],
  ethnicity: ['arabic', 'asian', 'caucasian', 'ebony', 'latin', 'mediterranean'],
  hairColor: ['blonde', 'brown', 'black', 'red', 'other', 'grey', 'bald', 'white'],
  physique: ['fat', 'slim'],
  breastSize: ['1', '2', '3', '4'],
  penisSize: ['1', '2', '3', '4'],
  shaved: ['shaved', 'natural'],
  piercings: ['yes'],
} as const;

export type FilterName = keyof typeof filterValues;
export type FilterValue<N extends FilterName> = (typeof filterValues)[N][number];
export type Gender = FilterValue<'gender'>;
export const defaultGender = 'female' satisfies Gender;
export type Filters = { readonly [N in FilterName]?: readonly FilterValue<N>[] };

export const filterNames = Object.keys(filterValues) as FilterName[];

/** (live spec 3) Stored values that count as a value of the filter. */
export const grouped = {
  language: { dk: 'en', se: 'en' },
  ethnicity: { white: 'caucasian', 'south-american': 'latin' },
  hairColor: { dark_blonde: 'blonde', coloured: 'other' },
} as const satisfies { readonly [N in FilterName]?: Readonly<Record<string, FilterValue<N>>> };
export type GroupedName = keyof typeof grouped;

const isGrouped = (name: FilterName): name is GroupedName => Object.hasOwn(grouped, name);

/** `storedValues('language', 'en')` is en, dk and se. */
export function storedValues(name: FilterName, value: string): readonly string[] {
  const others = isGrouped(name) ? Object.entries(grouped[name]) : [];
  return [value, ...others.filter(([, group]) => group === value).map(([stored]) => stored)];
}

/** Years; `to` is exclusive: `18-24` is 18 to 23. */
export function ageBounds(bucket: FilterValue<'age'>): { from: number; below: number } {
  const [from = 0, to = 0] = bucket.split('-').map(Number);
  return { from, below: to === 100 ? to + 1 : to };
}

/** Highest toy code; 0 means no toy. */
export const MAX_TOY_CODE = 5;

/** Cybertoy codes (live spec 9). */
export const toyCodes = { list: [1, 2], popular: [1, 2, 3, 5] } as const;

/** Whether any performer of that gender can pass the filter. */
export const canMatch = (name: FilterName, gender: Gender): boolean =>
  !(name === 'penisSize' && gender === 'female') && !(name === 'breastSize' && gender === 'male');

export function isFilterValue<N extends FilterName>(name: N, value: unknown): value is FilterValue<N> {
  return (filterValues[name] as readonly unknown[]).includes(value);
}
