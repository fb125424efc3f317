import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tells the workers of a run where the template lies. */
const VARIABLE = 'VONK_TEMPLATE';

/** Pictures made from the originals (server/media/images/store.ts). */
const SIZED = 'cache/images';

/** A folder in which the steps of one test command share a template: the first makes it (scripts/test.mjs). */
const SHARED_VARIABLE = 'VONK_SHARED_TEMPLATE';

/** Makes the data folder of which every product of this run gets a copy. Answers how to remove it. */
export async function makeTemplate(): Promise<() => Promise<void>> {
  const shared = process.env[SHARED_VARIABLE];
  const isReady = `${shared}.ready`;
  if (shared !== undefined && existsSync(isReady)) {
    process.env[VARIABLE] = shared;
    return async () => {};
  }
  const folder = shared ?? (await mkdtemp(join(tmpdir(), 'vonk-template-')));
  await mkdir(folder, { recursive: true });
  // Half of the product: only where there is none yet.
  const { fillTemplate } = await import('./fill-template.ts');
  await fillTemplate(folder);
  await mkdir(join(folder, SIZED), { recursive: true });
  process.env[VARIABLE] = folder;
  if (shared === undefined) return () => rm(folder, { recursive: true, force: true });
  await writeFile(isReady, '');
  return async () => {};
}

/**
 * A data folder of one product's own, but for the pictures in the sizes that pages ask for: all products make them together, as
 * nodes do that share a folder.
 */
export async function copyTemplate(): Promise<string> {
  const template = process.env[VARIABLE];
  if (!template) throw new Error(`${VARIABLE} is not set: the setup of a run makes the template`);
  const folder = await mkdtemp(join(tmpdir(), 'vonk-journeys-'));
  const sized = join(template, SIZED);
  await cp(template, folder, { recursive: true, filter: (path) => path !== sized });
  await symlink(sized, join(folder, SIZED));
  return folder;
}
