// @ts-check
import { readFileSync } from 'node:fs';

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
