/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Makes a page's calls; set by the server for each page. */
    transport: import('./lib/api/call.ts').Transport;
    /** Reads a picture by its path; null if it does not exist. */
    readImage: (path: string) => Promise<Buffer | null>;
    /** The performer of a studio page; null on other pages and without a login. */
    performer: import('#contract/studio/account/account-calls.ts').StudioAccount | null;
    /** Decisions that no log-in of the member has shown yet, on pages that show them. */
    statements?: number;
    /** The operator of a page of the desk; null on other pages and without a login. */
    operator: import('#contract/desk/account/account-calls.ts').DeskAccount | null;
    /** How much of each kind of work waits for the operator; empty if it cannot be read. */
    waiting: import('#contract/desk/work-calls.ts').WorkCounts;
    /** The form posted to a page of the desk. */
    posted?: FormData;
    /** The form's code was wrong: acts that need one ask again. */
    confirmRefused?: boolean;
    requestId: string;
    /** Logs an error of the page with its URL; set by the server. */
    logError?: (error: unknown) => void;
    /** API key for the page's calls; by default the brand's. */
    apiKey?: string;
    /** Origin of API and sockets, if it is not the page's. */
    apiOrigin?: string;
    /** Log level in the configuration for browser programs; by default warnings and errors. */
    logLevel?: import('#contract/site/configuration.ts').LogLevel;
    /** Public origin (`https://…`) for canonical links; by default the request's. */
    origin?: string;
    /** Folder for drawn pictures; by default the system's temporary folder. */
    cacheFolder?: string;
    /** Days for which the operator keeps data; by default the product's. */
    keptDays?: import('#contract/content/texts.ts').KeptDays;
    /** Amounts that texts insert, such as what a minute costs; by default the product's. */
    amounts?: typeof import('#contract/content/texts.ts').figures;
    /** False if the desk has another address. */
    hasDesk?: boolean;
    /** Whether guests can pay by phone. */
    canCall?: boolean;
    /** Whether the operator blocks the visitor's location. */
    blocked?: boolean;
    locale: import('#contract/locales.ts').Locale;
    /** Whether the URL starts with a locale. */
    namesLocale: boolean;
    /** Path without the locale. */
    path: string;
    /** Query of the request with its `?`, also on an error page; without invalid affiliate values. */
    search: string;
    /** Affiliate values that every link carries. */
    affiliate: import('#contract/tracking/affiliate.ts').Affiliate;
    /** Creates every URL of the site, with locale and affiliate values. */
    link: import('./lib/site/links/link.ts').Link;
    /** Promotions for this visitor. */
    promos: import('./lib/performers/promotions/read-promotions.ts').Promos;
    /** Null for a guest. */
    member: import('#contract/member/account/account-calls.ts').Member | null;
    ageVerified: boolean;
    /** Null until the visitor answers. */
    consent: import('#contract/safety/consent.ts').Consent | null;
    /** Only pictures without nudity: until the visitor agrees, and afterwards with splash6. */
    nonNude: boolean;
    /** URL to show for an error page that was returned under another one. */
    shownUrl?: string;
    scheme: import('./lib/site/scheme.ts').Scheme;
  }
}

declare module 'virtual:brand.css' {}
