import { beforeAll, expect, it } from 'vitest';
import { pluginFindings } from './plugin-findings.ts';

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

/** Violations as `path:line`. */
let found: string[];

beforeAll(() => {
  const one = [...refused, ...allowed].map((path) => [path, 'let timer = 0;\n'] as const);
  found = pluginFindings({ ...Object.fromEntries(one), 'src/every-kind.ts': everyKind }, 'no owner');
});

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
