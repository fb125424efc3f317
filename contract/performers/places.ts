import type { Locale } from '../locales.ts';

/** Places as performers write them, where a language of the site has a name of its own for them. */
const names: Readonly<Record<string, Partial<Record<Locale, string>>>> = {
  Antwerpen: { en: 'Antwerp' },
  Berlin: { nl: 'Berlijn' },
  Brugge: { en: 'Bruges' },
  Brussel: { en: 'Brussels' },
  'Den Haag': { en: 'The Hague' },
  Gent: { en: 'Ghent' },
  Köln: { nl: 'Keulen', en: 'Cologne' },
  London: { nl: 'Londen' },
  Paris: { nl: 'Parijs' },
  Roma: { nl: 'Rome', en: 'Rome' },
  Sevilla: { en: 'Seville' },
  Torino: { nl: 'Turijn', en: 'Turin' },
};

/** The place's name in a language; as it was written where that has none. */
export const placeName = (place: string, locale: Locale): string => names[place]?.[locale] ?? place;
