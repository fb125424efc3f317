import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { labelOf } from '#contract/errors.ts';
import { createScan } from './scan.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vonk-scan-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A scanner as a program for Node: `exit(code)` after reading, with the file in `content`. */
const scanner = (code: string, limitMs?: number) =>
  createScan(
    [
      process.execPath,
      '-e',
      `let content='';process.stdin.on('data',(part)=>{content+=part}).on('end',()=>{${code}})`,
    ],
    limitMs,
  );
const onVirus = scanner("process.exit(content.includes('VIRUS') ? 1 : 0)");
const label = (result: Promise<void>) => result.then(() => null, labelOf);

it('accepts and refuses by the exit code, for bytes and for a local file', async () => {
  const path = join(folder, 'film');
  for (const [content, expected] of [
    ['harmless', null],
    ['VIRUS', 'badRequest.file.refused'],
  ] as const) {
    await writeFile(path, content);
    expect(await label(onVirus(Buffer.from(content)))).toBe(expected);
    expect(await label(onVirus({ path }))).toBe(expected);
  }
});

it('accepts everything without a command', async () => {
  expect(await label(createScan(null)(Buffer.from('VIRUS')))).toBeNull();
});

it('may decide before it has read the file', async () => {
  const scan = createScan([process.execPath, '-e', 'process.exit(1)']);
  expect(await label(scan(Buffer.alloc(5_000_000)))).toBe('badRequest.file.refused');
});

it.each([
  ['fails', () => scanner("console.error('no database');process.exit(2)"), /ended with 2: no database/],
  ['is killed', () => scanner("process.kill(process.pid,'SIGKILL')"), /ended with SIGKILL/],
  ['is missing', () => createScan(['/no/such/scanner']), /ENOENT/],
  ['hangs', () => scanner('setInterval(()=>{},1000)', 300), /no result within 300 ms/],
])('a scanner that %s is an error of the server with its reason', async (_, scan, reason) => {
  const failure = await scan()(Buffer.from('harmless')).catch((error: unknown) => error);
  expect(labelOf(failure)).toBe('badRequest.file.unscanned');
  expect(String((failure as Error).cause)).toMatch(reason);
});

it('a file that cannot be read is not accepted', async () => {
  expect(await label(onVirus({ path: join(folder, 'missing') }))).toBe('badRequest.file.unscanned');
});

it("gives the scanner none of the process' variables but PATH", async () => {
  process.env['SCAN_TEST_SECRET'] = 'x';
  const scan = scanner("process.exit('SCAN_TEST_SECRET' in process.env ? 2 : 0)");
  expect(await label(scan(Buffer.from('harmless')))).toBeNull();
  delete process.env['SCAN_TEST_SECRET'];
});
