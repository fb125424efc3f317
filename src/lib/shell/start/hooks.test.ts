import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('is used by every script that changes text on a finished page', () => {
  const files = readdirSync('src/enhance', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !name.includes('test'))
    .map((name) => join('src/enhance', name));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) expect(readFileSync(file, 'utf8'), file).not.toMatch(/\.textContent = /);
});
