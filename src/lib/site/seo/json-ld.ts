import { isoCodes, type Locale, localePath } from '#contract/locales.ts';
import { routes } from '#contract/site/routes.ts';
import type { Brand } from '../../../content/brand/types.ts';

/** A schema.org object. */
export type Thing = Readonly<Record<string, unknown>> & { readonly '@type': string };

/** For absolute, canonical URLs. */
export interface JsonLdSite {
  origin: string;
  locale: Locale;
}

/** Plain concatenation: paths are encoded, and parsing each would be the most expensive part of a list. */
export const at = ({ origin, locale }: JsonLdSite, path: string): string =>
  origin.replace(/\/$/, '') + localePath(locale, path);

/** Includes the search of the home page. */
export function website(jsonLdSite: JsonLdSite, brand: Pick<Brand, 'name' | 'slogan' | 'company'>): Thing {
  const home = at(jsonLdSite, routes.home);
  return {
    '@type': 'WebSite',
    '@id': `${home}#site`,
    url: home,
    name: brand.name,
    description: brand.slogan[jsonLdSite.locale],
    inLanguage: isoCodes[jsonLdSite.locale],
    isFamilyFriendly: false,
    publisher: { '@type': 'Organization', name: brand.company.name, url: jsonLdSite.origin },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${home}?username={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

export interface Crumb {
  name: string;
  /** Path without its locale. */
  path: string;
}

/** Starts with the home page. */
export const breadcrumbs = (jsonLdSite: JsonLdSite, crumbs: readonly Crumb[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: at(jsonLdSite, path),
  })),
});

/** Escaped, so that nothing ends the script element or opens a comment. */
export function serialise(things: readonly Thing[]): string {
  const graph = { '@context': 'https://schema.org', '@graph': things };
  return JSON.stringify(graph).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
