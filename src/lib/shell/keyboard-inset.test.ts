import { beforeEach, expect, it, vi } from 'vitest';
import { watchKeyboard } from './keyboard-inset.ts';

/** Simulates a phone's visual viewport, and reads the style variable. */
class View extends EventTarget {
  height = 844;
  scale = 1;
}
let view: View;
const properties = new Map<string, string>();

beforeEach(() => {
  view = new View();
  properties.clear();
  const style = { setProperty: (name: string, value: string) => void properties.set(name, value) };
  vi.stubGlobal('window', { visualViewport: view });
  vi.stubGlobal('document', { documentElement: { clientHeight: 844, style } });
  watchKeyboard();
});

function show(height: number, scale = 1): string | undefined {
  Object.assign(view, { height, scale });
  view.dispatchEvent(new Event('resize'));
  return properties.get('--keyboard');
}

it('sets how much the keyboard covers, and resets it when it closes', () => {
  expect(show(508)).toBe('336px');
  expect(show(844)).toBe('0px');
});

it('ignores a browser bar and a zoomed page', () => {
  expect(show(788)).toBe('0px');
  expect(show(422, 2)).toBe('0px');
});

it('does nothing in browsers without a visual viewport', () => {
  properties.clear();
  vi.stubGlobal('window', { visualViewport: null });
  expect(watchKeyboard).not.toThrow();
});
