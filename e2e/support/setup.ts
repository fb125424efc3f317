import { buildSite } from '../../scripts/lib/site-build.mjs';
import { makeTemplate } from './template/copy-template.ts';

/** Once for all workers of a run: the site as it is now, and the data folder their products start from. */
export async function setup(): Promise<() => Promise<void>> {
  if ((await buildSite()) !== 0) throw new Error('the site could not be built: see the lines above');
  return makeTemplate();
}
