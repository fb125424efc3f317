import {
  type FilterName,
  type Filters,
  filterNames,
  filterValues,
  isFilterValue,
} from '#contract/performers/filters.ts';
import { hasFeature } from '../../site/features.ts';

export interface Choice {
  readonly name: FilterName;
  readonly value: string;
}

/** In the drawer's order, each value once; unknown ones are ignored. */
export function filtersFrom(query: URLSearchParams): Filters {
  const chosen = filterNames.flatMap((name) => {
    const asked = query.getAll(name);
    const values = filterValues[name].filter((value) => asked.includes(value));
    return values.length > 0 ? [[name, values] as const] : [];
  });
  return Object.fromEntries(chosen);
}

export function choicesOf(filters: Filters): Choice[] {
  return filterNames.flatMap((name) => (filters[name] ?? []).map((value) => ({ name, value })));
}

export function withoutChoice(filters: Filters, { name, value }: Choice): Filters {
  const { [name]: values = [], ...others } = filters;
  const left = values.filter((one) => one !== value);
  return left.length > 0 ? { ...others, [name]: left } : others;
}

/** Filters that a visitor may change: not those that define the page. */
export function withoutFixed(filters: Filters, fixed: readonly FilterName[]): Filters {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const values = filters[name];
      return values && !fixed.includes(name) ? [[name, values] as const] : [];
    }),
  );
}

/** The first chosen language, else the page's (live spec 9). */
export const orderLanguage = (filters: Filters, locale: string): string => filters.language?.[0] ?? locale;

/** Nobody is in a VIP show where there are none. */
export const shownValues = (name: FilterName): readonly string[] =>
  filterValues[name].filter((value) => name !== 'status' || value !== 'vip' || hasFeature('vip'));

/** Message key. */
export function nameKeyOf({ name, value }: Choice): string {
  if (name === 'language') return `profile.value.languages.${value}`;
  if (name === 'popular' || name === 'status' || name === 'age' || name === 'piercings')
    return `filters.value.${name}.${value}`;
  return `profile.value.${name}.${value}`;
}

export const isChosen = (filters: Filters, { name, value }: Choice): boolean =>
  isFilterValue(name, value) && (filters[name] as readonly string[] | undefined)?.includes(value) === true;
