import { cpSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSite } from '../../../scripts/lib/site-build.mjs';
import { until } from '../started/until.ts';

/** Environment variable with the template's folder, for the workers of a run. */
const VARIABLE = 'VONK_TEMPLATE';

/** Folder of the resized pictures (server/media/images/store.ts). */
const SIZED = 'cache/images';

/** Environment variable with the folder of a template that the steps of a test command share (scripts/test.mjs). */
const SHARED_VARIABLE = 'VONK_SHARED_TEMPLATE';

/** Runs once for all workers: builds the site and makes the data folder that their products copy. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default async function setup(): Promise<() => Promise<void>> {
  if ((await buildSite()) !== 0) throw new Error('the site could not be built: see the lines above');
  return makeTemplate();
}

/** Makes the data folder that every product of this run copies. Returns a function that removes it. */
async function makeTemplate(): Promise<() => Promise<void>> {
  const shared = process.env[SHARED_VARIABLE];
  const isReady = `${shared}.ready`;
  if (shared !== undefined && (existsSync(isReady) || !(await isFirst(shared)))) {
    // Another step of the same command makes it.
    await until(async () => existsSync(isReady), 180_000);
    process.env[VARIABLE] = shared;
    return async () => {};
  }
  const outside = shared === undefined ? await mkdtemp(join(tmpdir(), 'vonk-template-')) : dirname(shared);
  const folder = shared ?? join(outside, 'template');
  await mkdir(folder, { recursive: true });
  // Imports half of the product, so only if there is no template yet.
  const { fillTemplate } = await import('./fill-template.ts');
  await fillTemplate(folder);
  await linkSized(folder, join(outside, 'sized'));
  process.env[VARIABLE] = folder;
  if (shared === undefined) return () => rm(outside, { recursive: true, force: true });
  await writeFile(isReady, '');
  return async () => {};
}

/** Whether this process is the first that makes this template. */
const isFirst = (folder: string): Promise<boolean> =>
  mkdir(`${folder}.making`).then(
    () => true,
    () => false,
  );

/** Keeps the resized pictures outside the template, so that a copy has only a link to them. */
async function linkSized(folder: string, outside: string): Promise<void> {
  const sized = join(folder, SIZED);
  await mkdir(sized, { recursive: true });
  await rename(sized, outside);
  await symlink(outside, sized);
}

/**
 * Copies the template for one product and returns the folder. All products share the resized pictures, like nodes with
 * a common folder.
 */
export async function copyTemplate(): Promise<string> {
  const template = process.env[VARIABLE];
  if (!template) throw new Error(`${VARIABLE} is not set: the setup of a run makes the template`);
  const folder = await mkdtemp(join(tmpdir(), 'vonk-journeys-'));
  // A filter would make Node copy each file in JavaScript.
  cpSync(template, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}
