import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { expectJoined } from '#contract/testing/joined.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Seller } from '#server/wallet/receipts/sheet.ts';
import { outboxHandlers } from './outbox-handlers.ts';

const FILE = 'server/boot/outbox-handlers.ts';

it('handles every kind of work once', async () => {
  const sources = globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] }).map((file) => ({
    file,
    names: [...readFileSync(file, 'utf8').matchAll(/^export const (\w+): WorkKind</gm)].map(
      ([, name = '']) => name,
    ),
  }));
  const read = sources
    .filter(({ names }) => names.length > 0)
    .map(async ({ file, names }) => {
      const exported = (await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href)) as Record<
        string,
        { kind: string }
      >;
      return names.map((name) => ({ name, file, kind: exported[name]?.kind ?? '' }));
    });
  const works = (await Promise.all(read)).flat();
  expect(works.length).toBeGreaterThan(10);
  // The handlers use these only when they run.
  const handled = outboxHandlers({} as Deps, {} as Seller).map(({ kind }) => kind);
  expectJoined([
    ...works
      .filter(({ kind }) => !handled.includes(kind))
      .map(({ name, file }) => `${name} of ${file} is never done: add its handler to ${FILE}`),
    ...handled
      .filter((kind, at) => handled.indexOf(kind) !== at)
      .map((kind) => `Work of the kind ${kind} has two handlers: remove one from ${FILE}`),
  ]);
});
