/** (live spec 3, 9) Values of one filter are alternatives; filters narrow each other. */
export const filterValues = {
  /** Who; a list shows women where nothing else is asked for. */
  gender: ['female', 'male', 'trans', 'couple'],
  popular: ['free', 'toy'],
  status: ['online', 'offline', 'live', 'free', 'vip'],
  /** Years; the upper end is excluded except for the last. */
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

const grouped: Readonly<Partial<Record<FilterName, Readonly<Record<string, readonly string[]>>>>> = {
  language: { en: ['dk', 'se'] },
  ethnicity: { caucasian: ['white'], latin: ['south-american'] },
  hairColor: { blonde: ['dark_blonde'], other: ['coloured'] },
};

/** `storedValues('language', 'en')` is en, dk and se. */
export function storedValues(name: FilterName, value: string): readonly string[] {
  return [value, ...(grouped[name]?.[value] ?? [])];
}

/** Years; `to` is excluded: `18-24` is 18 to 23. */
export function ageBounds(bucket: FilterValue<'age'>): { from: number; below: number } {
  const [from = 0, to = 0] = bucket.split('-').map(Number);
  return { from, below: to === 100 ? to + 1 : to };
}

/** Cybertoy codes (live spec 9). */
export const toyCodes = { list: [1, 2], popular: [1, 2, 3, 5] } as const;

/** Whether anybody of that gender can pass the filter. */
export const canMatch = (name: FilterName, gender: Gender): boolean =>
  !(name === 'penisSize' && gender === 'female') && !(name === 'breastSize' && gender === 'male');

export function isFilterValue<N extends FilterName>(name: N, value: unknown): value is FilterValue<N> {
  return (filterValues[name] as readonly unknown[]).includes(value);
}
