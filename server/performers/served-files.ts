import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownSite } from '#contract/content/dead-links.ts';

/** Folders of static files: in the project, and beside the built site in an image without its sources. */
const folders = ['public', 'dist/client'];

/** Reads a static file of the site. Throws if it does not exist. */
export function readServed(path: string): Promise<Buffer> {
  const folder = folders.find((one) => existsSync(join(one, path)));
  if (folder === undefined) throw new Error(`File ${path} does not exist in ${folders.join(' or ')}`);
  return readFile(join(folder, path));
}

/** Whether the site serves `/promotions/name.svg`. The path may come from a form: no step leads out of the folders. */
export const isServed = (path: string): boolean =>
  !path.split('/').includes('..') && folders.some((folder) => existsSync(join(folder, path)));

/** The site with these active categories, to check the links of content that is read before the database is open. */
export const siteWith = (categories: readonly { readonly slug: string }[]): KnownSite => ({
  categories: categories.map(({ slug }) => slug),
  isServed,
  isPerformer: null,
});
