import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the pages that component tests draw in this run. */
    language: 'nl' | 'en';
  }
}

/**
 * The site of a table that this run takes: each run draws one language, English on a translated page in `npm test`, Dutch in
 * `npm run test:faults`.
 */
export const ofThisRun = <Site extends { readonly lang: 'nl' | 'en' }>(sites: readonly Site[]): Site[] =>
  sites.filter(({ lang }) => lang === inject('language'));
