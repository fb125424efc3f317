import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checks } from './index.ts';
import { type Break, status } from './testing/break.ts';
import { openFakeServer } from './testing/fake-server.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'whip-conformance-'));
const installed = join(folder, 'node_modules/whip-conformance');
let packed: string[];

/** Output of `npm pack --json`. */
interface Packed {
  filename: string;
  files: { path: string }[];
}

/** The oldest supported Node if installed; otherwise the current one without type stripping. */
const [node, ...flags] = oldNode();

function oldNode(): [string, ...string[]] {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((path) => join(path, 'node'));
  const isOld = (path: string) =>
    existsSync(path) && execFileSync(path, ['--version'], { encoding: 'utf8' }).startsWith('v20.');
  const found = candidates.find(isOld);
  return found ? [found] : [process.execPath, '--no-strip-types'];
}

interface Ended {
  code: number;
  out: string;
  err: string;
}

const run = (...args: readonly string[]) =>
  new Promise<Ended>((resolve) => {
    const child = execFile(node, [...flags, ...args], { cwd: folder }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });

/** Runs the program like `npx whip-conformance`. */
function runBin(...args: readonly string[]) {
  const manifest = readFileSync(join(installed, 'package.json'), 'utf8');
  const { bin }: { bin: { 'whip-conformance': string } } = JSON.parse(manifest);
  return run(join(installed, bin['whip-conformance']), ...args);
}

async function runAgainst(broken: Break, ...args: readonly string[]) {
  const server = await openFakeServer(broken);
  try {
    return await runBin('--whip', `${server.origin}/whip`, '--token', 'good', ...args);
  } finally {
    await server.close();
  }
}

beforeAll(() => {
  const output = execFileSync('npm', ['pack', '--json', '--silent', `--pack-destination=${folder}`], {
    cwd: here,
    encoding: 'utf8',
  });
  // The build's output precedes the JSON.
  const [{ filename, files }]: [Packed] = JSON.parse(output.slice(output.indexOf('[\n')));
  packed = files.map(({ path }) => path);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  const [werift = ''] =
    /^.*\/node_modules\/werift(?=\/)/.exec(fileURLToPath(import.meta.resolve('werift'))) ?? [];
  symlinkSync(werift, join(folder, 'node_modules/werift'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the published package contains compiled code, declarations and the README, no source and no tests', () => {
  expect(packed.filter((path) => !/^dist\/.*(\.js|\.d\.ts)$/.test(path)).sort()).toEqual([
    'README.md',
    'package.json',
  ]);
  expect(packed.filter((path) => path.includes('test'))).toEqual([]);
});

test('the published program prints its options', async () => {
  const { code, out, err } = await runBin('--help');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^whip-conformance --whip URL/);
});

test('the published program checks a server and exits with 0, or with 1 for a broken MUST', async () => {
  const only = ['--only', 'whip.created.status'];
  const good = await runAgainst({}, ...only);
  expect(good.err).toBe('');
  expect(good.out).toContain('1 checks: 1 passed, 0 failed');
  expect(good.code).toBe(0);
  const bad = await runAgainst(status('created', 200), ...only);
  expect(bad.out).toContain('POST was answered with 200 instead of 201');
  expect(bad.code).toBe(1);
});

test('the published program exits with 2 without a server or with an unknown option', async () => {
  expect((await runBin()).code).toBe(2);
  expect((await runBin('--whop')).code).toBe(2);
});

test('the published library exports the same checks', async () => {
  const script = "import { checks } from 'whip-conformance'; console.log(checks.length)";
  const { out, err } = await run('--input-type=module', '--eval', script);
  expect({ out, err }).toEqual({ out: `${checks.length}\n`, err: '' });
});
