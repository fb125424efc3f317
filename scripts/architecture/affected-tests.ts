import { type FileGraph, isTest } from './file-graph.ts';
import type { SourceText } from './parse.ts';

/** A changed file, with the lines that were removed or added, and the numbers of lines at which it differs now. */
export interface ChangedText {
  path: string;
  lines: readonly string[];
  at: readonly number[];
}

export interface Affected {
  /** Path of the change. */
  change: string;
  /** What connects the test with it. */
  why: string;
  /** Imports between them; a test that changed itself has 0. */
  distance: number;
}

/** Modules that assemble the whole product. Followed, they would make every test affected by every module. */
const assemblies = /^(?:server\/(?:boot\/|main\.ts)|e2e\/support\/)|^(?:server|src|demo)\/(?:.*\/)?testing\//;

/** A test of the same chapter counts like one that imports an importer, a test with the same text like an importer. */
const [CHAPTER_DISTANCE, TEXT_DISTANCE] = [2, 1];

/**
 * Tests that import or name a changed file, directly or not, tests of its chapter in each root (`server/chat/tips`,
 * `src/lib/chat/tips`, …), and tests with a changed text.
 */
export function affectedTests(
  graph: FileGraph,
  sources: readonly SourceText[],
  changes: readonly ChangedText[],
): Map<string, Affected> {
  const affected = new Map<string, Affected>();
  const add = (test: string, found: Affected) => {
    if (isTest(test) && found.distance < (affected.get(test)?.distance ?? Number.POSITIVE_INFINITY))
      affected.set(test, found);
  };
  for (const change of changes) {
    const { path, lines } = change;
    const starts = [path, ...tablesIn(change, sources)];
    for (const [file, distance] of distancesFrom(starts, graph))
      add(file, { change: path, why: distance === 0 ? 'changed' : 'reads', distance });
    const chapters = starts.flatMap((one) => chapterOf(one) ?? []);
    const isOfSite = path.startsWith('src/');
    const texts = textsIn(path, lines);
    for (const source of sources) {
      // The site uses the server and the contract, not the other way round.
      if (chapters.includes(chapterOf(source.path) ?? '') && (!isOfSite || source.path.startsWith('src/')))
        add(source.path, { change: path, why: 'same chapter as', distance: CHAPTER_DISTANCE });
      if (texts.some((text) => source.text.includes(text)))
        add(source.path, { change: path, why: 'has a text of', distance: TEXT_DISTANCE });
    }
  }
  return affected;
}

/** How many imports each file is away from the nearest start. */
function distancesFrom(starts: readonly string[], graph: FileGraph): Map<string, number> {
  const distances = new Map(starts.map((path) => [path, 0]));
  for (const [path, distance] of distances) {
    // A configuration that names a test does not depend on what it tests.
    if (distance > 0 && (assemblies.test(path) || isTest(path))) continue;
    for (const reader of graph.get(path) ?? [])
      if (!distances.has(reader)) distances.set(reader, distance + 1);
  }
  return distances;
}

/** `chat/tips` for files in server/chat/tips, src/lib/chat/tips or src/islands/chat/tips, and contract/chat/tipping/tips.ts. */
function chapterOf(path: string): string | undefined {
  return /^(?:server|contract|src\/lib|src\/islands)\/([a-z]+\/[a-z-]+)(?:\/|\.(?:test\.)?ts$)/.exec(
    path,
  )?.[1];
}

/** Modules with the tables of the statements that changed in a migration; of all its statements if it is new. */
function tablesIn({ path, at }: ChangedText, sources: readonly SourceText[]): string[] {
  if (!path.endsWith('.sql')) return [];
  const statements =
    sources.find((source) => source.path === path)?.text.split('--> statement-breakpoint') ?? [];
  let line = 1;
  const changed = statements.filter((statement) => {
    const first = line;
    line += statement.split('\n').length - 1;
    return at.length === 0 || at.some((number) => number >= first && number <= line);
  });
  const names = new Set(
    changed.flatMap((statement) =>
      [...statement.matchAll(/\b(?:TABLE|ON|UPDATE|INTO|FROM) (\w+)/g)].map((match) => match[1]),
    ),
  );
  return sources
    .filter(({ text }) => [...text.matchAll(/\bpgTable\(\s*'(\w+)'/g)].some(([, name]) => names.has(name)))
    .map((source) => source.path);
}

/** Shorter texts are in too many files. */
const TEXT_MIN = 6;

/** Texts of changed lines of editors' content, without variables, as tests may expect them. */
function textsIn(path: string, lines: readonly string[]): string[] {
  if (!path.startsWith('src/content/')) return [];
  const texts = path.endsWith('.json')
    ? lines.flatMap((line) => /:\s*"(.*)",?$/.exec(line)?.[1] ?? [])
    : lines;
  return texts
    .flatMap((text) => text.split(/\{\{.*?\}\}|^#+ |^\w+: /))
    .map((text) => text.trim())
    .filter((text) => text.length >= TEXT_MIN);
}
