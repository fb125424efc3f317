import { isoCodes, type Locale } from '#contract/locales.ts';
import type { PerformerCard } from '#contract/performers/directory/directory-calls.ts';
import type { Profile } from '#contract/performers/profile/profile-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { at, type JsonLdSite, type Thing } from '../../site/seo/json-ld.ts';
import { placeName } from './profile-fields.ts';

/** Positions count over all pages. */
export const performerList = (
  jsonLdSite: JsonLdSite,
  { name, cards, first }: { name: string; cards: readonly Pick<PerformerCard, 'username'>[]; first: number },
): Thing => ({
  '@type': 'ItemList',
  name,
  itemListElement: cards.map(({ username }, index) => ({
    '@type': 'ListItem',
    position: first + index,
    url: at(jsonLdSite, routes.profile(username)),
  })),
});

/** `image` is an absolute URL; null leaves it out. */
export function profilePage(
  jsonLdSite: JsonLdSite,
  { profile, about, image }: { profile: Profile; about: string; image: string | null },
): Thing {
  const url = at(jsonLdSite, routes.profile(profile.username));
  return {
    '@type': 'ProfilePage',
    '@id': url,
    url,
    inLanguage: isoCodes[jsonLdSite.locale],
    isFamilyFriendly: false,
    mainEntity: {
      // A couple is not a Person.
      '@type': profile.gender === 'couple' ? 'PerformingGroup' : 'Person',
      name: profile.username,
      identifier: String(profile.user),
      url,
      ...(image !== null && { image }),
      ...(about && { description: about }),
      ...(profile.gender !== 'couple' && {
        knowsLanguage: profile.languages,
        ...(profile.city && {
          homeLocation: { '@type': 'Place', name: placeName(profile.city, jsonLdSite.locale) },
        }),
      }),
    },
  };
}

/** A planned start of the performer's webcam. `name` is its title, `at` an ISO time. */
export function plannedBroadcast(
  jsonLdSite: JsonLdSite,
  {
    profile,
    name,
    at: startDate,
  }: { profile: Pick<Profile, 'username' | 'gender'>; name: string; at: string },
): Thing {
  const page = at(jsonLdSite, routes.profile(profile.username));
  return {
    '@type': 'BroadcastEvent',
    name,
    url: page,
    startDate,
    isLiveBroadcast: true,
    inLanguage: isoCodes[jsonLdSite.locale],
    typicalAgeRange: '18-',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url: at(jsonLdSite, routes.stream(profile.username)) },
    performer: {
      '@type': profile.gender === 'couple' ? 'PerformingGroup' : 'Person',
      name: profile.username,
      url: page,
    },
  };
}

/** URLs are absolute. Running streams are left out: they would end before a search engine shows them. */
export function film(
  { locale }: JsonLdSite,
  { name, page, thumbnail, url, duration, addedAt, lang = locale }: Film,
): Thing {
  return {
    '@type': 'VideoObject',
    name,
    description: name,
    url: page,
    thumbnailUrl: thumbnail,
    contentUrl: url,
    duration: `PT${Math.max(1, Math.round(duration / 1000))}S`,
    uploadDate: addedAt,
    inLanguage: isoCodes[lang],
    isFamilyFriendly: false,
  };
}

export interface Film {
  name: string;
  page: string;
  thumbnail: string;
  url: string;
  /** Length in ms. */
  duration: number;
  /** ISO time. */
  addedAt: string;
  /** Of the name, if it is not the page's. */
  lang?: Locale | undefined;
}
