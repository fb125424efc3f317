import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Language of the pages that a file of component tests renders. */
    language: 'nl' | 'en';
  }
}

/** The sites of a table in the file's language: half of the files render English, half Dutch (vitest.config.ts). */
export const ofThisRun = <Site extends { readonly lang: 'nl' | 'en' }>(sites: readonly Site[]): Site[] =>
  sites.filter(({ lang }) => lang === inject('language'));
