import { defaultLocale, type Locale, localePath, locales } from '#contract/locales.ts';

/** A page of each kind that a guest can open. */
export const guestPaths = [
  '/',
  '/?page=2',
  '/?age=18-24&language=nl',
  '/?filters=open',
  '/?username=so',
  '/free',
  '/new-cams',
  '/toy',
  '/talk',
  '/mature',
  '/talk?page=2',
  '/talk?hairColor=blonde&hairColor=grey',
  '/profile/{performer}',
  '/stream/{performer}',
  '/profile/Nobody-Knows-Me',
  '/nothing',
  '/cookies',
  '/privacy',
  '/terms-conditions',
  '/affiliate-terms',
  '/forbidden',
  '/activate',
  '/activate?key=x',
  '/activate/email',
  '/activate/undo',
  '/activate/stop',
  '/appeal',
  '/report/{performer}',
  '/login',
  '/register',
  '/register/sent',
  '/forgot-password',
  '/forgot-password?sent=yes',
  '/forgot-password/reset',
  '/payment/{performer}',
  '/payment/{performer}?payment=x',
  '/410',
  '/500',
  '/503',
  '/offline',
];

/** The URL as in links: the home page in another language is `/en`, without a slash. */
const addressOf = (locale: Locale, path: string): string =>
  locale !== defaultLocale && path.startsWith('/?')
    ? localePath(locale, '/') + path.slice(1)
    : localePath(locale, path);

/** Returns all URLs in every locale. */
export const urlsOf = (performer: string): string[] =>
  locales.flatMap((locale) =>
    guestPaths.map((path) => addressOf(locale, path.replace('{performer}', performer))),
  );
