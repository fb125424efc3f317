import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAstroApp } from '#server/site/astro-app.ts';
import { startTestRoot } from '#server/testing/test-root.ts';

/** The built site with one word of its brand changed; it has to lie where its packages are found. */
async function siteWithoutCategories(): Promise<string> {
  const folder = await mkdtemp('node_modules/.cache/vonk-brand-');
  await cp('dist/server', join(folder, 'server'), { recursive: true });
  const chunks = join(folder, 'server/chunks');
  const changed: string[] = [];
  for (const name of (await readdir(chunks)).filter((one) => one.endsWith('.mjs'))) {
    const text = await readFile(join(chunks, name), 'utf8');
    if (!text.includes('categories: true')) continue;
    await writeFile(join(chunks, name), text.replaceAll('categories: true', 'categories: false'));
    changed.push(name);
  }
  expect(changed).toHaveLength(1);
  return folder;
}

/** What a guest gets at these paths of the site in a folder. */
async function answersOf(folder: string, paths: readonly string[]) {
  const { render } = await openAstroApp(folder);
  const server = await startTestRoot({ render });
  try {
    return await Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(server.url + path, { redirect: 'manual' });
        return [path, answer.status, answer.headers.get('location')];
      }),
    );
  } finally {
    await server.close();
  }
}

test('a category goes home while the brand has no categories, and has a page while it has', async () => {
  const paths = ['/talk', '/en/talk?p=77', '/no-such-category'];
  expect(await answersOf('dist', paths)).toEqual([
    ['/talk', 200, null],
    ['/en/talk?p=77', 200, null],
    ['/no-such-category', 404, null],
  ]);
  const folder = await siteWithoutCategories();
  try {
    expect(await answersOf(folder, paths)).toEqual([
      ['/talk', 302, '/'],
      ['/en/talk?p=77', 302, '/en?p=77'],
      ['/no-such-category', 404, null],
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
