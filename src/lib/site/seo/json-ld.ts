import { isoCodes, type Locale, localePath } from '#contract/locales.ts';
import { routes } from '#contract/routes.ts';
import type { Brand } from '../../../content/brand/types.ts';

/** One thing a page is about, in the words of schema.org. */
export type Thing = Readonly<Record<string, unknown>> & { readonly '@type': string };

/** Where the things are told: addresses in it are absolute and canonical. */
export interface Teller {
  origin: string;
  locale: Locale;
}

/** Paths are encoded already; taking each apart again would be a list's dearest work. */
export const at = ({ origin, locale }: Teller, path: string): string =>
  origin.replace(/\/$/, '') + localePath(locale, path);

/** The site itself, with the search that its home page answers. */
export function website(teller: Teller, brand: Pick<Brand, 'name' | 'slogan' | 'company'>): Thing {
  const home = at(teller, routes.home);
  return {
    '@type': 'WebSite',
    '@id': `${home}#site`,
    url: home,
    name: brand.name,
    description: brand.slogan[teller.locale],
    inLanguage: isoCodes[teller.locale],
    isFamilyFriendly: false,
    publisher: { '@type': 'Organization', name: brand.company.name, url: teller.origin },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${home}?username={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

export interface Crumb {
  name: string;
  /** Without its language. */
  path: string;
}

/** The way from the home page, which comes first. */
export const breadcrumbs = (teller: Teller, crumbs: readonly Crumb[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: at(teller, path),
  })),
});

/** As it goes between two script tags: nothing in it can end the element or open a comment. */
export function serialise(things: readonly Thing[]): string {
  const graph = { '@context': 'https://schema.org', '@graph': things };
  return JSON.stringify(graph).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
