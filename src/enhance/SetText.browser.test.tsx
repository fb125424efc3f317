import { expect, it } from 'vitest';
import { setText } from '#lib/shell/start/hooks.ts';

it('changes the text and keeps its node', () => {
  const button = document.createElement('button');
  button.textContent = 'Show 2';
  const node = button.firstChild;
  setText(button, 'Show 3');
  expect(button.firstChild).toBe(node);
  expect(button.textContent).toBe('Show 3');
});

it('fills an empty element, and replaces several nodes', () => {
  const place = document.createElement('p');
  setText(place, 'First');
  expect(place.textContent).toBe('First');
  place.innerHTML = 'First <b>second</b>';
  setText(place, 'Third');
  expect(place.innerHTML).toBe('Third');
});
