import type { Locale } from '#contract/locales.ts';
import { lookUp } from '../../site/i18n.ts';

/** A place as a performer wrote it, by the name that a language has for it; as it was written where it has none. */
export const placeName = (place: string, locale: Locale): string => lookUp(locale, `place.${place}`, place);
