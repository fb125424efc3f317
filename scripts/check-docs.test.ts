import { describe, expect, it } from 'vitest';
import { checkDoc, checkMap, checkSettings } from './docs/check.ts';

const exists = (path: string) =>
  ['server/http/app.ts', 'docs/operate.md', 'docs/images/home.png'].includes(path);
const messages = (path: string, text: string) =>
  checkDoc({ path, text }, exists).map(({ line, message }) => `${line} ${message}`);

describe('a doc', () => {
  it('may name what exists, addresses outside, and patterns', () => {
    const text =
      'See `server/http/app.ts`, [how](operate.md), [there](https://example.com/x), `server/<feature>/routes.ts`.';
    expect(messages('docs/add-a-call.md', text)).toEqual([]);
  });

  it('may not name a file that is gone, and is told the line', () => {
    expect(messages('README.md', 'First\n`server/gone.ts`')).toEqual([
      '2 server/gone.ts does not exist: mend the name',
    ]);
  });

  it('may not link or show what does not exist, seen from its own folder', () => {
    expect(messages('docs/glossary.md', '[a](images/home.png) ![b](images/gone.png)')).toEqual([
      '1 docs/images/gone.png does not exist: mend the name',
    ]);
  });
});

describe('the settings', () => {
  const config = 'const environmentSchema = z.object({\n  PORT: z.number(),\n  NEW_ONE: z.string(),\n});\n';

  it('are explained when the server reads them, and only then', () => {
    const manual = { path: 'docs/operate.md', text: '| `PORT` | 1 | port |\n| `OLD_ONE` | – | gone |\n' };
    expect(checkSettings(config, manual).map(({ message }) => message)).toEqual([
      'explain NEW_ONE',
      'OLD_ONE is not read any more',
    ]);
  });
});

describe('the map of the specification', () => {
  const row = (id: string, livesIn: string, shownBy: string) =>
    `| ${id} | A feature | ${livesIn} | ${shownBy} |`;
  const rows = [
    row('P1.1', '`src/a.ts`', '`src/a.test.ts`'),
    row('P1.2', '`src/b.ts` · in part: half of it', '`e2e/b.spec.ts`'),
    row('P1.4', '`src/b.ts` · otherwise: the other way round', '`e2e/b.spec.ts`'),
    row('P1.6', '`src/b.ts` · and more', '`e2e/b.spec.ts`'),
    row('L1.1', 'not yet', 'not yet'),
  ];
  const told = (totals: string, more: readonly string[] = []) =>
    checkMap({ path: 'docs/spec-map.md', text: [totals, '', ...rows, ...more].join('\n') }).map(
      ({ line, message }) => `${line} ${message}`,
    );

  it('counts as specified, in part and otherwise apart', () => {
    expect(
      told('4 of 5 rows are built: 2 as specified, 1 in part, 1 otherwise; 4 are shown by a test.'),
    ).toEqual([]);
  });

  it('is told the right totals when they are not', () => {
    expect(
      told('5 of 5 rows are built: 3 as specified, 1 in part, 1 otherwise; 4 are shown by a test.'),
    ).toEqual([
      '1 the totals are not those of the rows; write: 4 of 5 rows are built: 2 as specified, 1 in part, 1 otherwise; 4 are shown by a test.',
    ]);
    expect(told('No totals at all.')[0]).toContain('the totals are not those of the rows');
  });

  it('may not call built what no test shows, nor show what is not built', () => {
    const more = [
      row('P1.3', '`src/c.ts`', 'not yet'),
      row('P1.5', '`src/d.ts`', '`src/d.ts`'),
      row('L1.2', 'not yet', '`src/e.test.ts`'),
    ];
    expect(
      told('6 of 8 rows are built: 4 as specified, 1 in part, 1 otherwise; 4 are shown by a test.', more),
    ).toEqual([
      '8 P1.3 is built: name the test that shows it',
      '9 P1.5 is built: name the test that shows it',
      '10 L1.2 is not built, so no test shows it',
    ]);
  });
});
