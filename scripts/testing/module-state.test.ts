import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../architecture/files.ts';

const everyKind = `let timer = 0;
export let open = false;
var [first, last] = [0, 1];
const kept = \`
let none = 0;\`;
const make = () => {
  let inner = 0;
};
for (let at = 0; at < 3; at += 1) {
  let inner = at;
}
class Part {
  static {
    let inner = 0;
  }
}
`;
const refused = [
  'src/islands/Chat.tsx',
  'server/tip.ts',
  'contract/tip.ts',
  'packages/media/player/store.ts',
];
const allowed = [
  'src/vip.test.ts',
  'server/testing/app.ts',
  'server/chat/testing.ts',
  'packages/media/bench/a.ts',
];

const folder = mkdtempSync(join(tmpdir(), 'module-state-'));
/** Violations as `path:line`. */
let found: string[];

beforeAll(() => {
  for (const path of ['biome.json', 'scripts/testing'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const path of [...refused, ...allowed]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'let timer = 0;\n');
  }
  writeFileSync(join(folder, 'src/every-kind.ts'), everyKind);
  const args = ['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none'];
  const biome = join(root, 'node_modules/.bin/biome');
  const { stdout } = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' });
  found = [...stdout.matchAll(/title=plugin,file=(.*?),line=(\d+),.*no owner/g)].map(
    ([, file = '', line]) => `${file.slice(file.indexOf(folder) + folder.length + 1)}:${line}`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

it('refuses only module-level variables', () => {
  const lines = found.filter((one) => one.startsWith('src/every-kind.ts')).sort();
  expect(lines).toEqual(['src/every-kind.ts:1', 'src/every-kind.ts:2', 'src/every-kind.ts:3']);
});

it.each(refused)('refuses them in %s', (path) => {
  expect(found).toContain(`${path}:1`);
});

it.each(allowed)('allows them in %s', (path) => {
  expect(found).not.toContain(`${path}:1`);
});
