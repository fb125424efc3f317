import { beforeAll, expect, it } from 'vitest';
import { pluginFindings } from './plugin-findings.ts';

const everyKind = `import { setTimeout as sleep } from 'node:timers/promises';
await sleep(100);
await sleep(100, 'value');
await new Promise((resolve) => setTimeout(resolve, 100));
await page.waitForTimeout(100);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
setTimeout(() => {}, 0);
test.setTimeout(1000);
vi.useFakeTimers({ toFake: ['setTimeout'] });
await expect.poll(read).toBe(1);
// biome-ignore lint/plugin/sleeps: the pause of a slow client
await sleep(100);
`;
const sleep = 'await sleep(1);\n';
const refused = [
  'server/tip.test.ts',
  'src/Chat.browser.test.tsx',
  'e2e/tip.spec.ts',
  'packages/media/e2e/line.spec.ts',
  'e2e/support/tip.ts',
  'server/testing/network/line.ts',
  'server/chat/testing.ts',
  'demo/cast.test.ts',
];
const allowed = ['server/tip.ts', 'packages/media/bench/a.ts', 'bench/soak.ts', 'scripts/start.ts'];

/** Violations as `path:line`. */
let found: string[];

beforeAll(() => {
  const each = [...refused, ...allowed].map((path) => [path, sleep] as const);
  const imported = "import { setTimeout } from 'node:timers/promises';\n";
  const files = { 'src/every-kind.test.ts': everyKind, 'src/other-name.test.ts': imported };
  found = pluginFindings({ ...Object.fromEntries(each), ...files }, 'does not wait for time');
});

it('refuses every way to wait for a time, unless a reason is given', () => {
  const lines = found.filter((one) => one.startsWith('src/every-kind.test.ts'));
  expect(lines).toEqual([2, 3, 4, 5, 6, 7].map((line) => `src/every-kind.test.ts:${line}`));
});

it('refuses another name for the function', () => {
  expect(found).toContain('src/other-name.test.ts:1');
});

it.each(refused)('refuses it in %s', (path) => {
  expect(found).toContain(`${path}:1`);
});

it.each(allowed)('allows it in %s', (path) => {
  expect(found).not.toContain(`${path}:1`);
});
