import { describe, expect, it } from 'vitest';
import { checkDoc, checkGenerated, checkMentions } from './check.ts';
import { statesPage, variableNames, variablesPage } from './generated.ts';
import { checkMap, mapWithTests, testsById } from './spec-map.ts';

const exists = (path: string) =>
  ['server/http/app.ts', 'docs/glossary.md', 'docs/images/home.png'].includes(path);
const messages = (path: string, text: string) =>
  checkDoc({ path, text }, exists).map(({ line, message }) => `${line} ${message}`);

describe('a doc', () => {
  it('may name existing files, external URLs and patterns', () => {
    const text =
      'See `server/http/app.ts`, [how](glossary.md), [there](https://example.com/x), `server/<feature>/routes.ts`.';
    expect(messages('docs/add-a-call.md', text)).toEqual([]);
  });

  it('may not name a missing file; the line is reported', () => {
    expect(messages('README.md', 'First\n`server/gone.ts`')).toEqual([
      '2 server/gone.ts does not exist: correct the name',
    ]);
  });

  it('may not draw a missing file', () => {
    const drawing = '```text\nserver/http/app.ts ──► server/gone.ts\n```\nserver/away.ts';
    expect(messages('docs/how/pages.md', drawing)).toEqual([
      '2 server/gone.ts does not exist: correct the name',
    ]);
  });

  it('may not link or embed missing files, relative to its folder', () => {
    expect(messages('docs/glossary.md', '[a](images/home.png) ![b](images/gone.png)')).toEqual([
      '1 docs/images/gone.png does not exist: correct the name',
    ]);
  });
});

describe('code', () => {
  const mentions = (text: string) =>
    checkMentions({ path: 'server/a.ts', text }, exists).map(({ line, message }) => `${line} ${message}`);

  it('may name existing documents', () => {
    expect(mentions('// docs/glossary.md')).toEqual([]);
  });

  it('may not name a missing document', () => {
    expect(mentions('const a = 1;\n// docs/decisions/gone.md says why.')).toEqual([
      '2 docs/decisions/gone.md does not exist',
    ]);
  });
});

describe('a generated document', () => {
  const page = { path: 'docs/variables.md', text: 'as generated' };

  it('must equal its generator’s output', () => {
    expect(checkGenerated(page, 'as generated', 'node write.ts')).toEqual([]);
    expect(checkGenerated(page, 'otherwise', 'node write.ts').map(({ message }) => message)).toEqual([
      'is not up to date: run node write.ts',
    ]);
  });
});

describe('the table of variables', () => {
  it('has default and description of each variable of the server', () => {
    const page = variablesPage();
    for (const name of variableNames)
      expect(page, name).toMatch(new RegExp(`^\\| \`${name}\` \\| .+ \\| .{8,} \\|$`, 'm'));
    expect(page).toContain('| `PORT` | `4321` | ');
    expect(page).toContain('| `RATE_LIMITS` | `true` | ');
    expect(page).toContain('| `PUBLIC_URL` | `http://localhost:PORT` | ');
  });
});

describe('the table of states', () => {
  it('has where each state is reached from and what follows', () => {
    const page = statesPage([
      {
        path: 'server/a/transitions.ts',
        table: 'room_job',
        variable: 'roomJobs',
        columns: { state: 'state' },
        first: 'open',
        transitions: { open: ['kept', 'done'], kept: ['open', 'done'], done: [] },
        follows: { done: ['announce', 'giveBack'] },
      },
    ]);
    expect(page).toContain('| `open` | a new row, `kept` |  |\n');
    expect(page).toContain('| `done` | `open`, `kept` | `announce`, `giveBack` |\n');
  });

  it('has the columns that tell a state', () => {
    const page = statesPage([
      {
        path: 'server/a/transitions.ts',
        table: 'room_job',
        variable: 'roomJobs',
        of: 'end',
        columns: { endedAt: 'ended_at' },
        moments: { open: [], done: ['endedAt'] },
        first: 'open',
        transitions: { open: ['done'], done: [] },
        follows: {},
      },
    ]);
    expect(page).toContain('## `room_job: end`');
    expect(page).toContain('| `open` (none) | a new row |  |\n');
    expect(page).toContain('| `done` (`ended_at`) | `open` |  |\n');
  });
});

describe('the map of the specification', () => {
  const page = (shown: string, totals = '3 rows: 2 as specified, 1 deviating.') => ({
    path: 'docs/spec-map.md',
    text: [
      totals,
      '| P1.2 | Another way | A reason |',
      `| P1.1 | A feature | \`src/a.ts\` | ${shown} |`,
      '| P1.2 | One that deviates | `src/b.ts` | [b](../e2e/b.spec.ts) |',
      '| L1.1 | More | `src/c.ts` | [b](../e2e/b.spec.ts) |',
    ].join('\n'),
  });
  const tests = testsById([
    { path: 'src/a.test.ts', text: "it('P1.1 does this', () => {});" },
    { path: 'e2e/b.spec.ts', text: "test(`P1.2 L1.1 does it`, run);\nit.each([['P1.1 a label']])" },
    { path: 'src/d.test.ts', text: "it('does P1.1 and that', () => {});" },
  ]);
  const current = page('[b.spec](../e2e/b.spec.ts) [a.test](../src/a.test.ts)');

  it('finds ids at the beginning of titles and labels', () => {
    expect(tests.get('P1.1')).toEqual(['e2e/b.spec.ts', 'src/a.test.ts']);
    expect(tests.get('L1.1')).toEqual(['e2e/b.spec.ts']);
  });

  it('gets its totals and the tests of each row', () => {
    const written = mapWithTests(page('nothing', '0 rows: none.').text, tests);
    expect(written).toContain('3 rows: 2 as specified, 1 deviating.');
    expect(written).toContain(current.text.split('\n')[2]);
    expect(mapWithTests(written, tests)).toBe(written);
  });

  it('must have a test for each row, and a row for each id', () => {
    expect(checkMap(current, tests)).toEqual([]);
    const other = testsById([{ path: 'src/a.test.ts', text: "it('P1.1 P9.99 does this');" }]);
    const violations = checkMap(current, other).map(
      ({ file, line, message }) => `${file}:${line} ${message}`,
    );
    expect(violations).toEqual([
      "docs/spec-map.md:4 P1.2 is in no test's title",
      "docs/spec-map.md:5 L1.1 is in no test's title",
      'src/a.test.ts:1 P9.99 is in a title, but docs/spec-map.md has no such row',
    ]);
  });
});
