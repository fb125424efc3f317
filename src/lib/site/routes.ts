/** Addresses of the site without their language; nobody types one elsewhere. */
export const routes = {
  home: '/',
  free: '/free',
  toy: '/toy',
  newCams: '/new-cams',
  favourites: '/favourites',
  activate: '/activate',
  age: '/age',
  consent: '/consent',
  cookies: '/cookies',
  privacy: '/privacy',
  terms: '/terms-conditions',
  forbidden: '/forbidden',
  notFound: '/404',
  gone: '/410',
  unavailable: '/503',
  sitemap: '/sitemap.xml',
  sitemapPart: (part: number) => `/sitemaps/${part}.xml`,
  profile: (username: string) => `/profile/${encodeURIComponent(username)}`,
  stream: (username: string) => `/stream/${encodeURIComponent(username)}`,
  category: (slug: string) => `/${encodeURIComponent(slug)}`,
} as const;

/** The page a query asks for: a whole number from 1, anything else is 1. */
export function pageFrom(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1;
}

/** Page numbers to link, with `null` where numbers are left out: 1 … 4 [5] 6 … 12. */
export function pageLinks(current: number, last: number): (number | null)[] {
  const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const before = pages[index - 1];
    return before !== undefined && page - before > 1 ? [null, page] : [page];
  });
}

const withoutGate: readonly string[] = [
  routes.cookies,
  routes.privacy,
  routes.terms,
  routes.forbidden,
  routes.activate,
];

/** Pages one must be able to read before answering the age question; nothing on them needs the answer. */
export const isLegalPath = (path: string): boolean => withoutGate.includes(path);
