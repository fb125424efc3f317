import { expect, it } from 'vitest';
import { projectFiles } from '../architecture/files.ts';

it('keeps the journeys of npm test to twelve', () => {
  const journeys = projectFiles(/^e2e\/.*\.spec\.ts$/).flatMap(
    ({ text }) => text.match(/tag: '@main'/g) ?? [],
  );
  expect(journeys.length).toBeGreaterThan(8);
  expect(journeys.length).toBeLessThanOrEqual(12);
});
