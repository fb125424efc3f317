import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Language of the pages component tests render in this run. */
    language: 'nl' | 'en';
  }
}

/**
 * The sites of a table for this run: each run renders one language, English on a translated page in `npm test`, Dutch
 * in `npm run test:faults`.
 */
export const ofThisRun = <Site extends { readonly lang: 'nl' | 'en' }>(sites: readonly Site[]): Site[] =>
  sites.filter(({ lang }) => lang === inject('language'));
