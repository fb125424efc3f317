import type { Violation } from '../architecture/files.ts';
import type { SourceText } from '../architecture/parse.ts';

/** The map of the specification: written by hand, except the totals and the last column. */
export const MAP_PAGE = 'docs/spec-map.md';

/** A string that begins with ids of rows, such as a test's title: `'P4.20 L2.7 asks for a username'`. */
const titled = /(['"`])((?:[PL]\d+\.\d+ )+)/g;
const mapRow = /^\| ([PL]\d+\.\d+) \|([^|]*)\|([^|]*)\|([^|]*)\|$/;
const deviation = /^\| ([PL]\d+\.\d+) \|([^|]*)\|([^|]*)\|$/;
const totalsLine = /^\d+ rows: .*$/m;

/** Paths of test files by the ids in their titles. */
export function testsById(files: readonly SourceText[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const { path, text } of files)
    for (const [, , ids = ''] of text.matchAll(titled))
      for (const id of ids.trim().split(' ')) found.set(id, (found.get(id) ?? new Set()).add(path));
  return new Map([...found].map(([id, paths]) => [id, [...paths].sort()]));
}

const nameOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.tsx?$/, '');
const linkTo = (path: string): string => `[${nameOf(path)}](../${path})`;

/** The page with its totals and the tests of every row. */
export function mapWithTests(text: string, tests: ReadonlyMap<string, readonly string[]>): string {
  const lines = text.split('\n').map((line) => {
    const [, id, feature, livesIn] = mapRow.exec(line) ?? [];
    if (!id) return line;
    return `| ${id} |${feature}|${livesIn}| ${(tests.get(id) ?? []).map(linkTo).join(' ')} |`;
  });
  const rows = lines.filter((line) => mapRow.test(line)).length;
  const deviating = lines.filter((line) => deviation.test(line)).length;
  const totals = `${rows} rows: ${rows - deviating} as specified, ${deviating} deviating.`;
  return lines.join('\n').replace(totalsLine, totals);
}

/** Each row must have a test, and each id in a title or among the deviations a row. */
export function checkMap(
  { path, text }: SourceText,
  tests: ReadonlyMap<string, readonly string[]>,
): Violation[] {
  const lines = text.split('\n');
  const idsOf = (pattern: RegExp) =>
    lines.flatMap((line, at) => {
      const id = pattern.exec(line)?.[1];
      return id ? [{ id, line: at + 1 }] : [];
    });
  const rows = idsOf(mapRow);
  const known = new Set(rows.map(({ id }) => id));
  const violation = (file: string, line: number, message: string): Violation => ({
    file,
    line,
    rule: 'map',
    message,
  });
  return [
    ...rows
      .filter(({ id }) => !tests.has(id))
      .map(({ id, line }) => violation(path, line, `${id} is in no test's title`)),
    ...idsOf(deviation)
      .filter(({ id }) => !known.has(id))
      .map(({ id, line }) => violation(path, line, `${id} deviates, but no row has this id`)),
    ...[...tests]
      .filter(([id]) => !known.has(id))
      .map(([id, [file = '']]) => violation(file, 1, `${id} is in a title, but ${path} has no such row`)),
  ];
}
