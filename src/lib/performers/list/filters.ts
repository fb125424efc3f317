import {
  type FilterName,
  type Filters,
  filterNames,
  filterValues,
  isFilterValue,
} from '#contract/performers/directory/filters.ts';
import { hasFeature } from '../../site/brand.ts';

export interface Choice {
  readonly name: FilterName;
  readonly value: string;
}

/** Chosen values in the drawer's order, without repeats and unknown ones; only the first gender counts. */
export function filtersFrom(query: URLSearchParams): Filters {
  const chosen = filterNames.flatMap((name) => {
    const raw = query.getAll(name);
    const known = filterValues[name].filter((value) => raw.includes(value));
    const values = name === 'gender' ? known.slice(0, 1) : known;
    return values.length > 0 ? [[name, values] as const] : [];
  });
  return Object.fromEntries(chosen);
}

export const priceSorts = ['cheapest', 'dearest'] as const;
export type PriceSort = (typeof priceSorts)[number];

/** What a visitor chose by price, where performers ask their own. A type, so that it can be the query of a link. */
export type PriceChoice = {
  /** At most this many credits for a minute of chat. */
  readonly price?: string;
  readonly sort?: PriceSort;
};

export function priceChoiceFrom(query: URLSearchParams): PriceChoice {
  const price = query.get('price') ?? '';
  const sort = priceSorts.find((name) => name === query.get('sort'));
  return { ...(/^[1-9]\d{0,5}$/.test(price) && { price }), ...(sort && { sort }) };
}

/** How many credits a visitor can choose as the most. */
const STEPS = 4;

/** Prices between the lowest and the highest, which passes everybody and is left out. */
export const priceSteps = ({ min, max }: { min: number; max: number }): number[] => [
  ...new Set(Array.from({ length: STEPS }, (_, step) => min + Math.floor(((max - min) * step) / STEPS))),
];

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

/** Leaves out the VIP status if the brand has no VIP shows. */
export const shownValues = (name: FilterName): readonly string[] =>
  filterValues[name].filter((value) => name !== 'status' || value !== 'vip' || hasFeature('vip'));

/** Filters that span several profile fields, or match no field. */
const ownLabels: readonly FilterName[] = ['popular', 'status', 'age'];
/** Filters whose values read differently in a list of performers. */
const ownValues: readonly FilterName[] = [...ownLabels, 'gender', 'piercings'];

const fieldOf = (name: FilterName): string => (name === 'language' ? 'languages' : name);

/** Message key of a filter: the profile's own word for the field. */
export const labelKeyOf = (name: FilterName): string =>
  ownLabels.includes(name) ? `filters.group.${name}` : `profile.field.${fieldOf(name)}`;

/** Message key of a value. */
export const nameKeyOf = ({ name, value }: Choice): string => {
  if (name === 'status') return `status.${value}`;
  return ownValues.includes(name)
    ? `filters.value.${name}.${value}`
    : `profile.value.${fieldOf(name)}.${value}`;
};

export const isChosen = (filters: Filters, { name, value }: Choice): boolean =>
  isFilterValue(name, value) && (filters[name] as readonly string[] | undefined)?.includes(value) === true;
