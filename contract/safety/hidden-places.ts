import * as z from 'zod/mini';
import { countryCode, type GeoLocation, regionCode, unknownLocation, unreadableLocation } from './geo.ts';

/** Countries and regions that a performer may hide from. */
export const HIDDEN_PLACES_MAX = 50;

/** `DE` or `US-TX`; null for anything else. */
export function placeCode(text: string): string | null {
  const [first, ...rest] = text.trim().split('-');
  const country = countryCode(first);
  if (country === null) return null;
  if (rest.length === 0) return country;
  const region = regionCode(rest.join('-'));
  return region === null ? null : `${country}-${region}`;
}

/** The codes of a typed list, separated by commas or spaces; null if one of them is neither country nor region. */
export function placesIn(text: string): string[] | null {
  const codes = text
    .split(/[\s,;]+/)
    .filter((one) => one !== '')
    .map(placeCode);
  const known = codes.filter((code) => code !== null);
  return known.length < codes.length ? null : [...new Set(known)].sort();
}

/** The same list with whole countries instead of regions; the text itself if it cannot be read. */
export const wholeCountries = (text: string): string =>
  [...new Set(placesIn(text)?.map((code) => code.slice(0, 2)) ?? [text])].join(', ');

export const hiddenPlacesField = z
  .array(
    z.string().check(
      z.overwrite((text) => text.trim().toUpperCase()),
      z.regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/),
    ),
  )
  .check(
    z.maxLength(HIDDEN_PLACES_MAX),
    z.refine((codes) => codes.every((code) => placeCode(code) === code)),
  );

/** The codes that apply to a visitor's location. */
export const codesAt = ({ country, region }: GeoLocation): string[] => {
  if (country === null) return [];
  return region === null ? [country] : [country, `${country}-${region}`];
};

/** The code of a location that could not be read: it could be any place. */
const UNREADABLE = '?';

/** Groups of visitors: a push leaves those out whom a performer hides from. */
export const groupsAt = (location: GeoLocation): string[] =>
  location.unreadable ? [UNREADABLE] : codesAt(location);
export const groupsHidden = (hiddenIn: readonly string[]): string[] =>
  hiddenIn.length === 0 ? [] : [...hiddenIn, UNREADABLE];

/**
 * Whether a visitor at a location must not see a performer who hides in these places. An unknown location sees her,
 * as for the geo block; an unreadable one does not, as it could be any place.
 */
export function isHiddenAt(hiddenIn: readonly string[], location: GeoLocation): boolean {
  const hidden = groupsHidden(hiddenIn);
  return groupsAt(location).some((group) => hidden.includes(group));
}

/** Whether a performer hides from a country or from a region of it: for a member whose region is not known. */
export const mayBeHiddenIn = (hiddenIn: readonly string[], country: string): boolean =>
  hiddenIn.some((code) => code === country || code.startsWith(`${country}-`));

/**
 * What of a location matters where these places are hidden from: visitors with the same result see the same performers.
 * Unknown if none applies.
 */
export function placeAmong(hidden: ReadonlySet<string>, location: GeoLocation): GeoLocation {
  if (hidden.size === 0) return unknownLocation;
  if (location.unreadable) return unreadableLocation;
  const { country, region } = location;
  if (country === null) return unknownLocation;
  if (region !== null && hidden.has(`${country}-${region}`)) return { country, region };
  return hidden.has(country) ? { country, region: null } : unknownLocation;
}

/** A short text for such a location; empty for unknown. */
export const placeKey = ({ country, region, unreadable }: GeoLocation): string =>
  unreadable ? UNREADABLE : [country ?? '', region ?? ''].filter(Boolean).join('-');
