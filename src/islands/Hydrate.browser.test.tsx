import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { hydrateRoot } from './hydrate.ts';

let place: HTMLElement;
let unmount: () => void;

afterEach(() => {
  unmount();
  place.remove();
});

function Form() {
  const [name, setName] = useState('');
  const [isTicked, setTicked] = useState(false);
  return (
    <form>
      <div>
        <input name="name" value={name} onChange={(event) => setName(event.target.value)} />
      </div>
      <textarea name="words" defaultValue="" />
      <input type="checkbox" name="terms" checked={isTicked} onChange={() => setTicked(!isTicked)} />
      <output>{`${name} ${isTicked}`}</output>
    </form>
  );
}

const control = <T extends HTMLElement>(name: string) => place.querySelector(`[name=${name}]`) as T;

function open() {
  place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = renderToString(<Form />);
}

it.each([
  ['beside a field', () => control('name').after(document.createElement('x-icon'))],
  ['before the form’s parts', () => place.querySelector('form')?.prepend(document.createElement('div'))],
  ['as text', () => control('terms').before('filled in by your password manager')],
  ['as a field of its own', () => control('name').before(document.createElement('input'))],
])('keeps what was typed, ticked and focused when an extension inserted a node %s', async (_, insert) => {
  open();
  insert();
  control<HTMLInputElement>('name').value = 'early';
  control<HTMLTextAreaElement>('words').value = 'two lines\nof text';
  control<HTMLInputElement>('terms').checked = true;
  control('words').focus();
  const root = hydrateRoot(place, <Form />);
  unmount = () => root.unmount();
  await expect.poll(() => place.querySelector('output')?.textContent).toBe('early true');
  expect(control<HTMLTextAreaElement>('words').value).toBe('two lines\nof text');
  expect(document.activeElement).toBe(control('words'));
});
