import { describe, expect, it } from 'vitest';
import { quickSuite } from './quick.mjs';
import { suites } from './steps.mjs';

it('gives each step a unique name, because it names its results', () => {
  const steps = new Set(Object.values(suites).flatMap((suite) => suite.steps));
  expect(new Set([...steps].map(({ name }) => name)).size).toBe(steps.size);
});

const stepsFor = (...files: string[]) => quickSuite({ ref: 'HEAD', files }).steps.map(({ name }) => name);

describe('the quick suite', () => {
  it('checks only the links of a document', () => {
    expect(stepsFor('docs/glossary.md')).toEqual(['docs']);
  });

  it('checks and tests importers of a changed server module', () => {
    expect(stepsFor('server/chat/tips/send-tip.ts')).toEqual(['lint', 'types', 'imports', 'affected']);
  });

  it('checks pages and their texts for a change of the site', () => {
    expect(stepsFor('src/content/messages/nl/chat.json')).toEqual([
      'lint',
      'messages',
      'content',
      'affected',
    ]);
    expect(stepsFor('src/pages/index.astro')).toEqual([
      'lint',
      'page-types',
      'imports',
      'messages',
      'affected',
    ]);
  });

  it('runs the tests of the media package for a change in it', () => {
    expect(stepsFor('packages/media/port/gateway.ts')).toContain('media');
  });

  it('builds the site and runs only a changed journey', () => {
    const { steps } = quickSuite({ ref: 'HEAD', files: ['e2e/login.spec.ts'] });
    expect(steps.slice(-2).map(({ name }) => name)).toEqual(['build', 'pages']);
    expect(steps.at(-1)?.commands[0]).toContain('e2e/login.spec.ts');
  });

  it('has no steps without changes', () => {
    expect(stepsFor()).toEqual([]);
  });
});
