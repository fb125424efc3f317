import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { root } from '../architecture/files.ts';
import { writeBill } from './site-build.mjs';

const bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({
      purl: z.string(),
      hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string() })).optional(),
    }),
  ),
});
const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      dev: z.boolean().optional(),
      name: z.string().optional(),
    }),
  ),
});

it('names every package of production with the hash of its archive, and none that only tests use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vonk-bill-'));
  try {
    const file = join(folder, 'dist/bill.json');
    await writeBill(file);
    const { components } = bill.parse(JSON.parse(readFileSync(file, 'utf8')));
    const hashes = new Map(
      components.map(({ purl, hashes: [hash] = [] }) => [decodeURIComponent(purl), hash?.content]),
    );
    const { packages } = lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
    const used = Object.entries(packages).filter(
      ([path, { integrity, dev }]) => path !== '' && integrity && !dev,
    );
    const wrong = used.filter(([path, { integrity = '', version, name }]) => {
      const hex = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      return hashes.get(`pkg:npm/${name ?? path.replace(/^.*node_modules\//, '')}@${version}`) !== hex;
    });
    expect(used.length).toBeGreaterThan(100);
    expect(wrong.map(([path]) => path)).toEqual([]);
    expect([...hashes.keys()].filter((purl) => purl.startsWith('pkg:npm/vitest@'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
