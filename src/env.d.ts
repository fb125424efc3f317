/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Carries a page's calls into the API; put there by the server for each request. */
    transport: import('./lib/api/call.ts').Transport;
    /** A picture of this site by its path, for what is drawn on the server; null where it can't be had. */
    readImage: (path: string) => Promise<Buffer | null>;
    requestId: string;
    /** What the browser names in its calls; without it the brand's own. */
    apiKey?: string;
    /** Public address of the site (`https://…`), for canonical links; without it the request's own. */
    origin?: string;
    /** Where what was drawn is kept; without it in the system's own folder for such things. */
    cacheFolder?: string;
    /** The visitor is where the operator does not serve; only the legal texts are shown. */
    blocked?: boolean;
    locale: import('#contract/locales.ts').Locale;
    /** The address without its language. */
    path: string;
    /** Who sent the visitor, and what else every link carries on. */
    affiliate: import('#contract/tracking/affiliate.ts').Affiliate;
    /** An address of the site for this visitor: language and carried query included. Every link is made with it. */
    link: import('./lib/site/link.ts').Link;
    /** What the operator promotes to this visitor. */
    promos: import('./lib/performers/promotions/read-promotions.ts').Promos;
    /** Null for a guest. */
    member: import('#contract/member/account-calls.ts').Member | null;
    ageVerified: boolean;
    /** Null until the visitor answers. */
    consent: import('#contract/safety/consent.ts').Consent | null;
    /** Only non-explicit pictures: until the visitor agrees, and after it where splash6 asks for it. */
    nonNude: boolean;
    /** The URL the browser shows for an error page that is answered at another one. */
    shownUrl?: string;
    scheme: import('./lib/site/scheme.ts').Scheme;
  }
}

declare module 'virtual:brand.css' {}
