import { buildSite } from '../../scripts/lib/site-build.mjs';
import { makeTemplate } from './template/copy-template.ts';

/** Runs once for all workers: builds the site and makes the data folder that their products copy. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default async function setup(): Promise<() => Promise<void>> {
  if ((await buildSite()) !== 0) throw new Error('the site could not be built: see the lines above');
  return makeTemplate();
}
