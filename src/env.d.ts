/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Makes a page's calls; set by the server for each page. */
    transport: import('./lib/api/call.ts').Transport;
    /** Reads a picture by its path; null when there is none. */
    readImage: (path: string) => Promise<Buffer | null>;
    requestId: string;
    /** Logs an error of the page with its address; set by the server. */
    report?: (error: unknown) => void;
    /** For the page's calls; by default the brand's. */
    apiKey?: string;
    /** Origin of API and sockets where it is not the page's. */
    apiOrigin?: string;
    /** For the configuration that browser programs read; by default warnings and errors. */
    logLevel?: import('#contract/configuration.ts').LogLevel;
    /** Public origin (`https://…`) for canonical links; by default the request's. */
    origin?: string;
    /** For drawn pictures; by default the system's temporary folder. */
    cacheFolder?: string;
    /** Guests can pay by phone. */
    canCall?: boolean;
    /** The operator does not serve the visitor's location. */
    blocked?: boolean;
    locale: import('#contract/locales.ts').Locale;
    /** The address begins with its locale. */
    namesLocale: boolean;
    /** Without the locale. */
    path: string;
    /** Query of the request with its `?`, also on an error page; without invalid affiliate values. */
    search: string;
    /** Affiliate values that every link carries. */
    affiliate: import('#contract/tracking/affiliate.ts').Affiliate;
    /** Makes every URL of the site, with locale and affiliate values. */
    link: import('./lib/site/link.ts').Link;
    /** Promotions for this visitor. */
    promos: import('./lib/performers/promotions/read-promotions.ts').Promos;
    /** Null for a guest. */
    member: import('#contract/member/account-calls.ts').Member | null;
    ageVerified: boolean;
    /** Null until the visitor answers. */
    consent: import('#contract/safety/consent.ts').Consent | null;
    /** Only pictures without nudity: until the visitor agrees, and afterwards with splash6. */
    nonNude: boolean;
    /** URL to show for an error page that was answered under another one. */
    shownUrl?: string;
    scheme: import('./lib/site/scheme.ts').Scheme;
  }
}

declare module 'virtual:brand.css' {}
