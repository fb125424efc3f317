import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Folders and files from which a product is built and started. */
const parts = [
  'contract',
  'server',
  'src',
  'public',
  'demo',
  'packages',
  'scripts',
  'e2e/support',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'astro.config.mjs',
  'astro-i18next.config.mjs',
];

const identity = `export const brandIdentity = { name: 'Lumo', key: 'lumo', apiKey: 'lumo-web-key' } as const;\n`;

const index = `import type { Brand, Look } from './types.ts';
import { lumo } from './lumo.ts';
import { lumoLook } from './lumo-look.ts';
export const brand: Brand = lumo;
export const look: Look = lumoLook;
`;

const mark = 'M4 4h24v24H4Z';
const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#1144cc"/></svg>`;

/** Copies the repository, replaces the brand as docs/rebrand.md describes, and removes the first brand's files. */
export async function makeSecondBrand(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'second-brand-'));
  const isCopied = (path: string): boolean => !/\/(?:node_modules|dist)(?:\/|$)/.test(path);
  for (const part of parts)
    await cp(part, join(folder, part), { recursive: true, filter: (path) => isCopied(`/${path}`) });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const brands = join(folder, 'src/content/brand');
  const brand = await readFile('src/content/brand/vonk.ts', 'utf8');
  const look = await readFile('src/content/brand/vonk-look.ts', 'utf8');
  const renamed = brand.replaceAll('Vonk', 'Lumo').replaceAll('vonk', 'lumo').replace("'61'", "'77'");
  const redrawn = look
    .replace('vonkLook', 'lumoLook')
    .replace(/ {2}mark: '[^']*',\n/, `  mark: '${mark}',\n`)
    .replace(/ {2}logo: \{[\s\S]*?\n {2}\},\n/, '  logo: null,\n')
    .replace('#c9341e', '#1144cc');
  await Promise.all([
    writeFile(join(folder, 'contract/brand.ts'), identity),
    writeFile(join(brands, 'index.ts'), index),
    writeFile(join(brands, 'lumo.ts'), renamed),
    writeFile(join(brands, 'lumo-look.ts'), redrawn),
    writeFile(join(folder, 'public/favicon.svg'), favicon),
    ...['vonk.ts', 'vonk-look.ts'].map((file) => rm(join(brands, file))),
  ]);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
