// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { defaultLocale, locales } from '../../contract/locales.ts';

/** Vite's module that loads the files of a dynamic import. */
const HELPER = '\0vite/preload-helper.js';

/**
 * Replaces Vite's helper, which every page loads, by one of a third of its size: `lean-preload-helper.js`. Vite finds
 * it by the name of its export.
 */
export const leanPreload = () => ({
  name: 'lean-preload',
  enforce: /** @type {const} */ ('pre'),
  load: (/** @type {string} */ id) =>
    id === HELPER ? readFileSync(new URL('./lean-preload-helper.js', import.meta.url), 'utf8') : undefined,
});

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The pages that public/sw.js shows offline, one per language: `/offline.html`, `/offline-en.html`. */
export const offlinePages = {
  name: 'offline-pages',
  hooks: {
    /** @param {{ dir: URL }} built */
    'astro:build:done': ({ dir }) => {
      const page = readFileSync(new URL('./offline-page.html', import.meta.url), 'utf8');
      for (const locale of locales) {
        const file = new URL(`../../src/content/pages/${locale}.json`, import.meta.url);
        const { title, text, again } = JSON.parse(readFileSync(file, 'utf8')).errors.offline;
        /** @type {Readonly<Record<string, string>>} */
        const words = { locale, title, text, again };
        const name = locale === defaultLocale ? 'offline.html' : `offline-${locale}.html`;
        writeFileSync(
          new URL(name, dir),
          page.replace(/\{\{(\w+)\}\}/g, (_, word) => escaped(words[word] ?? '')),
        );
      }
    },
  },
};
