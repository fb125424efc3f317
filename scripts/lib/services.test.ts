import { expect, it, vi } from 'vitest';
import { findBrowser } from './services.mjs';

it('reports a browser whose variable names no program as missing', () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(findBrowser()).toBeUndefined();
  expect(log.mock.calls).toEqual([['CHROMIUM_PATH: /nowhere/chromium cannot be run; correct or unset it.']]);
});
