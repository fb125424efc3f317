import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { precompress } from './precompress.mjs';

it('writes both compressed forms beside large enough texts only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vonk-precompress-'));
  const text = 'const spark = 1;\n'.repeat(200);
  await mkdir(join(folder, 'deep'));
  await writeFile(join(folder, 'deep/a.js'), text);
  await writeFile(join(folder, 'small.css'), 'a{}');
  await writeFile(join(folder, 'font.woff2'), text);
  await precompress(folder);
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(
    ['deep', 'deep/a.js', 'deep/a.js.br', 'deep/a.js.gz', 'font.woff2', 'small.css'].sort(),
  );
  expect(brotliDecompressSync(await readFile(join(folder, 'deep/a.js.br'))).toString()).toBe(text);
  expect(gunzipSync(await readFile(join(folder, 'deep/a.js.gz'))).toString()).toBe(text);
  await rm(folder, { recursive: true });
});
