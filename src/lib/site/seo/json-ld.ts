import type { PerformerCard, Profile } from '#contract/performers/calls.ts';
import type { Brand } from '../../../content/brand/types.ts';
import { isoCodes, type Locale, localePath } from '../locale.ts';
import { routes } from '../routes.ts';

/** One thing a page is about, in the words of schema.org. */
export type Thing = Readonly<Record<string, unknown>> & { readonly '@type': string };

/** Where the things are told: addresses in it are absolute and canonical. */
export interface Teller {
  origin: string;
  locale: Locale;
}

/** Paths are encoded already; taking each apart again would be a list's dearest work. */
const at = ({ origin, locale }: Teller, path: string): string =>
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

/** The performers of one page of a list, in the order in which they are shown, counted over all pages. */
export const performerList = (
  teller: Teller,
  { name, cards, first }: { name: string; cards: readonly Pick<PerformerCard, 'username'>[]; first: number },
): Thing => ({
  '@type': 'ItemList',
  name,
  itemListElement: cards.map(({ username }, index) => ({
    '@type': 'ListItem',
    position: first + index,
    url: at(teller, routes.profile(username)),
  })),
});

/** A performer's page and who it is about. `image` is absolute. */
export function profilePage(
  teller: Teller,
  { profile, about, image }: { profile: Profile; about: string; image: string },
): Thing {
  const url = at(teller, routes.profile(profile.username));
  return {
    '@type': 'ProfilePage',
    '@id': url,
    url,
    inLanguage: isoCodes[teller.locale],
    isFamilyFriendly: false,
    mainEntity: {
      // A couple is no person.
      '@type': profile.gender === 'couple' ? 'PerformingGroup' : 'Person',
      name: profile.username,
      identifier: String(profile.user),
      url,
      image,
      ...(about && { description: about }),
      ...(profile.gender !== 'couple' && {
        knowsLanguage: profile.languages,
        ...(profile.city && { homeLocation: { '@type': 'Place', name: profile.city } }),
      }),
    },
  };
}

/** A film of an album; addresses are absolute. Nothing is told of a live stream: it is over before it is found. */
export function film({ locale }: Teller, { name, page, thumbnail, url, duration, addedAt }: Film): Thing {
  return {
    '@type': 'VideoObject',
    name,
    description: name,
    url: page,
    thumbnailUrl: thumbnail,
    contentUrl: url,
    duration: `PT${Math.max(1, Math.round(duration / 1000))}S`,
    uploadDate: addedAt,
    inLanguage: isoCodes[locale],
    isFamilyFriendly: false,
  };
}

export interface Film {
  name: string;
  page: string;
  thumbnail: string;
  url: string;
  /** In ms. */
  duration: number;
  /** ISO instant. */
  addedAt: string;
}

/** As it goes between two script tags: nothing in it can end the element or open a comment. */
export function serialise(things: readonly Thing[]): string {
  const graph = { '@context': 'https://schema.org', '@graph': things };
  return JSON.stringify(graph).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
