import {
  type FilterName,
  type Filters,
  filterNames,
  filterValues,
  isFilterValue,
} from '#contract/performers/filters.ts';

/** One chosen value of one filter. */
export interface Choice {
  readonly name: FilterName;
  readonly value: string;
}

/** The filters an address carries, each value once and in the order of the drawer; what is unknown is ignored. */
export function filtersFrom(query: URLSearchParams): Filters {
  const chosen = filterNames.flatMap((name) => {
    const asked = query.getAll(name);
    const values = filterValues[name].filter((value) => asked.includes(value));
    return values.length > 0 ? [[name, values] as const] : [];
  });
  return Object.fromEntries(chosen);
}

/** What is chosen, as the chips show it. */
export function choicesOf(filters: Filters): Choice[] {
  return filterNames.flatMap((name) => (filters[name] ?? []).map((value) => ({ name, value })));
}

/** The filters without one of their values. */
export function withoutChoice(filters: Filters, { name, value }: Choice): Filters {
  const { [name]: values = [], ...others } = filters;
  const left = values.filter((one) => one !== value);
  return left.length > 0 ? { ...others, [name]: left } : others;
}

/** The filters a page leaves to its visitor: what the page itself is about can't be chosen away. */
export function withoutFixed(filters: Filters, fixed: readonly FilterName[]): Filters {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const values = filters[name];
      return values && !fixed.includes(name) ? [[name, values] as const] : [];
    }),
  );
}

/** Whose speakers come first: the first language chosen, else that of the page (live spec 9). */
export const orderLanguage = (filters: Filters, locale: string): string => filters.language?.[0] ?? locale;

/** The key of a value's name in the messages. */
export function nameKeyOf({ name, value }: Choice): string {
  if (name === 'language') return `profile.value.languages.${value}`;
  if (name === 'popular' || name === 'status' || name === 'age' || name === 'piercings')
    return `filters.value.${name}.${value}`;
  return `profile.value.${name}.${value}`;
}

export const isChosen = (filters: Filters, { name, value }: Choice): boolean =>
  isFilterValue(name, value) && (filters[name] as readonly string[] | undefined)?.includes(value) === true;
