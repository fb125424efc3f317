import { startTransition, useEffect, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { hydrateRoot } from './hydrate.ts';

let place: HTMLElement;
let unmount: () => void;

afterEach(() => {
  unmount();
  place.remove();
});

function Form({ onRead }: { onRead?: () => void }) {
  const [name, setName] = useState('');
  const [isTicked, setTicked] = useState(false);
  const [colour, setColour] = useState('red');
  const [size, setSize] = useState('small');
  // As a store that is opened by the page and draws the form again.
  const [, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  onRead?.();
  return (
    <form>
      <div>
        <input name="name" value={name} onChange={(event) => setName(event.target.value)} />
      </div>
      <textarea name="words" defaultValue="" />
      <input type="checkbox" name="terms" checked={isTicked} onChange={() => setTicked(!isTicked)} />
      <select name="colour" value={colour} onChange={(event) => setColour(event.target.value)}>
        <option>red</option>
        <option>blue</option>
      </select>
      {['small', 'large'].map((one) => (
        <input key={one} type="radio" name="size" checked={size === one} onChange={() => setSize(one)} />
      ))}
      <output>{[name, isTicked, colour, size].join(' ')}</output>
    </form>
  );
}

const control = <T extends HTMLElement>(name: string) => place.querySelector(`[name=${name}]`) as T;

function open() {
  place = document.createElement('div');
  // Which would have React render it anew.
  place.translate = false;
  document.body.append(place);
  place.innerHTML = renderToString(<Form />);
}

const told = () => expect.poll(() => place.querySelector('output')?.textContent);

function hydrate(onRead?: () => void) {
  const form = <Form {...(onRead && { onRead })} />;
  // As Astro does.
  startTransition(() => {
    const root = hydrateRoot(place, form);
    unmount = () => root.unmount();
    root.render(form);
  });
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
  hydrate();
  await told().toBe('early true red small');
  expect(control<HTMLTextAreaElement>('words').value).toBe('two lines\nof text');
  expect(document.activeElement).toBe(control('words'));
});

it('tells the island what was typed, ticked and chosen before it was alive', async () => {
  open();
  control<HTMLInputElement>('name').value = 'early';
  control<HTMLTextAreaElement>('words').value = 'two words';
  control<HTMLInputElement>('terms').checked = true;
  control<HTMLSelectElement>('colour').value = 'blue';
  (place.querySelectorAll('[name=size]')[1] as HTMLInputElement).checked = true;
  control('words').focus();
  hydrate();
  await told().toBe('early true blue large');
  expect(control<HTMLTextAreaElement>('words').value).toBe('two words');
  expect(document.activeElement).toBe(control('words'));
});

it('tells what is typed while the island is being hydrated', async () => {
  open();
  let isFirst = true;
  hydrate(() => {
    if (isFirst) control<HTMLInputElement>('name').value = 'just now';
    isFirst = false;
  });
  await told().toBe('just now false red small');
});

it('tells nothing of a form that nobody used', async () => {
  open();
  const heard = vi.fn();
  for (const event of ['input', 'change', 'click']) place.addEventListener(event, heard);
  hydrate();
  await told().toBe(' false red small');
  await new Promise((done) => setTimeout(done, 100));
  expect(heard).not.toHaveBeenCalled();
});

it('keeps the server’s nodes', async () => {
  open();
  const form = place.querySelector('form');
  hydrate();
  await new Promise((done) => setTimeout(done, 100));
  expect(place.querySelector('form')).toBe(form);
});
