import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectJoined } from '#contract/testing/joined.ts';

const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(astro|tsx?)$/.test(entry.name) && !entry.name.includes('.test.'))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const textOf = (path: string) => sources.find((source) => source.path === path)?.text ?? '';

const table =
  textOf('src/lib/shell/start/hooks.ts').split('export interface Hooks {')[1]?.split('\n}')[0] ?? '';
const hooks = [...table.matchAll(/^ {2}'?([a-z-]+)'?: /gm)].map(([, name = '']) => name);

it('every hook is used in markup', () => {
  expect(hooks.length).toBeGreaterThan(30);
  const written = sources
    .filter(({ path }) => !path.startsWith('src/enhance/') && !path.endsWith('/hooks.ts'))
    .map(({ text }) => text);
  const unused = hooks.filter(
    (name) => !written.some((text) => text.includes(`hook('${name}'`) || text.includes(`data-${name}="`)),
  );
  expectJoined(
    unused.map(
      (name) =>
        `The hook ${name} of src/lib/shell/start/hooks.ts is in no markup: use it in a component, or remove it`,
    ),
  );
});

it('scripts use attributes only through hooks', () => {
  // State of the whole page, read by styles and measuring: not a hook of an element.
  const scripts = sources.filter(({ path }) =>
    /^src\/enhance\/(?!(?:.*\/)?(?:scheme|tag-manager)\.ts$)/.test(path),
  );
  expectJoined(
    scripts.flatMap(({ path, text }) =>
      [...text.matchAll(/\[data-|\.dataset\[?\.?['"]?\w+/g)].map(
        ([use]) => `${path} uses ${use}: find the element by a hook of src/lib/shell/start/hooks.ts`,
      ),
    ),
  );
});

it('is used by every script that changes text on a finished page', () => {
  const files = readdirSync('src/enhance', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !name.includes('test'))
    .map((name) => join('src/enhance', name));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) expect(readFileSync(file, 'utf8'), file).not.toMatch(/\.textContent = /);
});
