import { expect, it, vi } from 'vitest';
import { findBrowser } from './services.mjs';

it('does without a browser whose variable names no program, and says so', () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(findBrowser()).toBeUndefined();
  expect(said.mock.calls).toEqual([['CHROMIUM_PATH names /nowhere/chromium, which cannot be run.']]);
});
