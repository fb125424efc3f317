import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { checkImports } from '../architecture/check-import-rules.ts';
import { projectFiles } from '../architecture/files.ts';
import { applyDiff, compileOverlay, examplesOf, overlayOf } from './examples.ts';

const guides = projectFiles(/^(docs\/add-a-[\w-]+|packages\/media\/README)\.md$/);

/** Other work on the machine must not fail what takes a few seconds alone, in ms. */
const PATIENCE = 90_000;

describe('the examples of the guides', () => {
  const examples = guides.flatMap(examplesOf);

  it('keep to the import rules', () => {
    const files = [...overlayOf(examples)].map(([path, text]) => ({ path, text }));
    expect(checkImports(files, packageJson.imports)).toEqual([]);
  });

  it('compile together under the settings of the project', { timeout: PATIENCE }, () => {
    expect(examples.length).toBeGreaterThan(15);
    const overlay = overlayOf(examples);
    // Proves that mistakes are seen.
    overlay.set('contract/wrong.ts', "export const count: number = 'one';\n");
    expect(compileOverlay(overlay)).toEqual([
      "contract/wrong.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.",
    ]);
  });
});

describe('an example', () => {
  const diff = { language: 'diff', path: 'a.ts', from: 'docs/a.md:1', text: ' one\n+two\n-three\n' };

  it('changes a file where its lines stand', () => {
    expect(applyDiff('zero\none\nthree\n', diff)).toBe('zero\none\ntwo\n');
  });

  it('is refused where they stand nowhere, or twice', () => {
    for (const text of ['one\n', 'one\nthree\none\nthree\n'])
      expect(() => applyDiff(text, diff)).toThrow('exactly once');
  });
});
