import { describe, expect, it } from 'vitest';
import { checkImports } from '../architecture/cruise.ts';
import { projectFiles } from '../architecture/files.ts';
import { applyDiff, compileOverlay, examplesOf, overlayOf } from './examples.ts';

const guides = projectFiles(/^(docs\/add-a-[\w-]+|packages\/media\/README)\.md$/);

/** Generous, in ms: a few seconds on an idle machine, many more on a busy one. */
const PATIENCE = 240_000;

describe('the examples of the guides', () => {
  const examples = guides.flatMap(examplesOf);

  it('follow the import rules', { timeout: PATIENCE }, async () => {
    const overlay = overlayOf(examples);
    // The other files only need to exist for imports.
    for (const { path, text } of projectFiles(/^(?:contract|server|demo|src|packages|e2e|package\.json)\b/))
      if (!overlay.has(path)) overlay.set(path, path.endsWith('package.json') ? text : '');
    const violations = await checkImports([...overlay].map(([path, text]) => ({ path, text })));
    // The guide tells the reader to register a new chapter's place.
    expect(violations.filter(({ rule }) => !rule.startsWith('places of '))).toEqual([]);
  });

  it('compile together with the project’s settings', { timeout: PATIENCE }, () => {
    expect(examples.length).toBeGreaterThan(15);
    const overlay = overlayOf(examples);
    // Proves that errors are reported.
    overlay.set('contract/wrong.ts', "export const count: number = 'one';\n");
    expect(compileOverlay(overlay)).toEqual([
      "contract/wrong.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.",
    ]);
  });
});

describe('an example', () => {
  const diff = { language: 'diff', path: 'a.ts', from: 'docs/a.md:1', text: ' one\n+two\n-three\n' };

  it('changes a file at its lines', () => {
    expect(applyDiff('zero\none\nthree\n', diff)).toBe('zero\none\ntwo\n');
  });

  it('is refused unless its lines occur exactly once', () => {
    for (const text of ['one\n', 'one\nthree\none\nthree\n'])
      expect(() => applyDiff(text, diff)).toThrow('exactly once');
  });
});
