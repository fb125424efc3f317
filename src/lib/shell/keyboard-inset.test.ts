import { beforeEach, expect, it, vi } from 'vitest';
import { watchKeyboard } from './keyboard-inset.ts';

/** A phone's browser: the part of the page that is seen, and what the styles are told of it. */
class View extends EventTarget {
  height = 844;
  scale = 1;
}
let view: View;
const told = new Map<string, string>();

beforeEach(() => {
  view = new View();
  told.clear();
  const style = { setProperty: (name: string, value: string) => void told.set(name, value) };
  vi.stubGlobal('window', { visualViewport: view });
  vi.stubGlobal('document', { documentElement: { clientHeight: 844, style } });
  watchKeyboard();
});

function show(height: number, scale = 1): string | undefined {
  Object.assign(view, { height, scale });
  view.dispatchEvent(new Event('resize'));
  return told.get('--keyboard');
}

it('tells the styles how much the keyboard covers, and when it has gone', () => {
  expect(show(508)).toBe('336px');
  expect(show(844)).toBe('0px');
});

it('takes neither a bar of the browser nor a zoomed page for a keyboard', () => {
  expect(show(788)).toBe('0px');
  expect(show(422, 2)).toBe('0px');
});

it('leaves browsers alone that do not tell', () => {
  told.clear();
  vi.stubGlobal('window', { visualViewport: null });
  expect(watchKeyboard).not.toThrow();
});
