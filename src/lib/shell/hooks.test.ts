import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(astro|tsx?)$/.test(entry.name) && !entry.name.includes('.test.'))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const textOf = (path: string) => sources.find((source) => source.path === path)?.text ?? '';

const table = textOf('src/lib/shell/hooks.ts').split('export interface Hooks {')[1]?.split('\n}')[0] ?? '';
const hooks = [...table.matchAll(/^ {2}'?([a-z-]+)'?: /gm)].map(([, name = '']) => name);

it('every hook is used in markup', () => {
  expect(hooks.length).toBeGreaterThan(30);
  const written = sources
    .filter(({ path }) => !path.startsWith('src/enhance/') && !path.endsWith('/hooks.ts'))
    .map(({ text }) => text);
  const unused = hooks.filter(
    (name) => !written.some((text) => text.includes(`hook('${name}'`) || text.includes(`data-${name}="`)),
  );
  expect(unused).toEqual([]);
});

it('scripts use attributes only through hooks', () => {
  for (const { path, text } of sources.filter((source) => source.path.startsWith('src/enhance/'))) {
    expect(text.match(/\[data-|\.dataset\[?\.?['"]?\w+/g) ?? [], path).toEqual(
      // State of the whole page, read by styles and measuring: not a hook of an element.
      /\/(?:scheme|page-route)\.ts$/.test(path) ? expect.anything() : [],
    );
  }
});
