import { dirname, join } from 'node:path/posix';
import type { SourceText } from '../architecture/parse.ts';
import type { Violation } from '../architecture/violations.ts';

const roots = 'contract|server|src|e2e|scripts|docs|bench|packages|public|\\.ci';
const namedPath = new RegExp(`\`((?:${roots})/[^\`\\s<>…*{}]+)\``, 'g');
const link = /\]\((?!https?:|#|mailto:)([^)#\s]+)/g;

/** Every file in backticks and every link target has to exist. */
export function checkDoc({ path, text }: SourceText, exists: (path: string) => boolean): Violation[] {
  return text.split('\n').flatMap((line, at) => {
    const named = [...line.matchAll(namedPath)].map((match) => match[1] ?? '');
    const linked = [...line.matchAll(link)].map((match) => join(dirname(path), match[1] ?? ''));
    return [...named, ...linked]
      .filter((target) => !exists(target))
      .map((target) => ({
        file: path,
        line: at + 1,
        rule: 'docs',
        message: `${target} does not exist: mend the name`,
      }));
  });
}

/** The variables that the text of `server/config/config.ts` reads. */
export function settingsIn(config: string): string[] {
  const schema = config.slice(config.indexOf('environmentSchema'), config.indexOf('\n});'));
  return [...schema.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map((match) => match[1] ?? '');
}

/** operate.md has to explain exactly the variables that `server/config/config.ts` reads. */
export function checkSettings(config: string, manual: SourceText): Violation[] {
  const read = settingsIn(config);
  const explained = [...manual.text.matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm)].map((match) => match[1] ?? '');
  const violation = (message: string): Violation => ({
    file: manual.path,
    line: 1,
    rule: 'settings',
    message,
  });
  return [
    ...read.filter((name) => !explained.includes(name)).map((name) => violation(`explain ${name}`)),
    ...explained
      .filter((name) => !read.includes(name))
      .map((name) => violation(`${name} is not read any more`)),
  ];
}

const mapRow = /^\| ([PL]\d+\.\d+) \|([^|]*)\|([^|]*)\|([^|]*)\|$/;
const totalsLine = /^\d+ of \d+ rows are built[,:] .*$/;
const notYet = (cell = '') => cell.trim().startsWith('not yet');
const namesTest = (cell = '') => /`[^`]+\.(test|spec)\.tsx?`/.test(cell);

/** The map's totals are those of its rows, and each built row names the test that fails when the feature goes. */
export function checkMap({ path, text }: SourceText): Violation[] {
  const lines = text.split('\n');
  const rows = lines.flatMap((line, at) => {
    const [, id = '', , livesIn = '', shownBy = ''] = mapRow.exec(line) ?? [];
    return id ? [{ id, livesIn, shownBy, line: at + 1 }] : [];
  });
  const built = rows.filter(({ livesIn }) => !notYet(livesIn));
  const marked = (word: string) => built.filter(({ livesIn }) => livesIn.includes(` · ${word}: `)).length;
  const [inPart, otherwise] = [marked('in part'), marked('otherwise')];
  const asSpecified = built.length - inPart - otherwise;
  const shown = built.filter(({ shownBy }) => namesTest(shownBy)).length;
  const kinds = `${asSpecified} as specified, ${inPart} in part, ${otherwise} otherwise`;
  const totals = `${built.length} of ${rows.length} rows are built: ${kinds}; ${shown} are shown by a test.`;
  const at = lines.findIndex((line) => totalsLine.test(line));
  const violation = (line: number, message: string): Violation => ({
    file: path,
    line,
    rule: 'map',
    message,
  });
  return [
    ...(lines[at] === totals
      ? []
      : [violation(at + 1, `the totals are not those of the rows; write: ${totals}`)]),
    ...built
      .filter(({ shownBy }) => !namesTest(shownBy))
      .map(({ id, line }) => violation(line, `${id} is built: name the test that shows it`)),
    ...rows
      .filter(({ livesIn, shownBy }) => notYet(livesIn) && !notYet(shownBy))
      .map(({ id, line }) => violation(line, `${id} is not built, so no test shows it`)),
  ];
}
