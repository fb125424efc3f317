import type { CastLanguage } from './performer.ts';

/** A place to live and the languages spoken there. */
export interface Place {
  city: string;
  country: string;
  language: CastLanguage;
}

type Places = readonly [Place, ...Place[]];

const at = (country: string, language: CastLanguage, cities: string): Places =>
  cities.split(', ').map((city) => ({ city, country, language })) as [Place, ...Place[]];

/** Home languages, each with its share of the cast and its places. */
export const homes: readonly (readonly [Places, number])[] = [
  [
    at(
      'NL',
      'nl',
      'Amsterdam, Rotterdam, Utrecht, Den Haag, Eindhoven, Groningen, Tilburg, Breda, Nijmegen, Haarlem, ' +
        'Arnhem, Zwolle, Leiden, Maastricht, Delft, Deventer, Middelburg, Alkmaar, Leeuwarden, Den Bosch',
    ),
    40,
  ],
  [at('BE', 'nl', 'Antwerpen, Gent, Brugge, Leuven, Hasselt, Mechelen'), 14],
  [at('DE', 'de', 'Köln, Hamburg, Berlin, Leipzig, Freiburg, Münster'), 12],
  [at('GB', 'en', 'Bristol, Leeds, London, Brighton, Edinburgh'), 12],
  [at('FR', 'fr', 'Lille, Lyon, Nantes, Bordeaux, Montpellier'), 8],
  [at('ES', 'es', 'Valencia, Sevilla, Bilbao, Málaga'), 7],
  [at('IT', 'it', 'Bologna, Torino, Verona, Palermo'), 7],
];

/** Names of places that differ between Dutch and English. */
export const cityNames: ReadonlyMap<string, readonly [nl: string, en: string]> = new Map([
  ['Antwerpen', ['Antwerpen', 'Antwerp']],
  ['Berlin', ['Berlijn', 'Berlin']],
  ['Brugge', ['Brugge', 'Bruges']],
  ['Den Haag', ['Den Haag', 'The Hague']],
  ['Gent', ['Gent', 'Ghent']],
  ['Köln', ['Keulen', 'Cologne']],
  ['London', ['Londen', 'London']],
  ['Sevilla', ['Sevilla', 'Seville']],
  ['Torino', ['Turijn', 'Turin']],
]);
