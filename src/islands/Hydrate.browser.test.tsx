import { type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react';
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
  // Simulates a store that changes during hydration and re-renders the form.
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  onRead?.();
  return (
    <form data-open={isOpen}>
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

/** Its store is opened by an effect. */
function Search({ onAlive, onUse }: { onAlive?: () => void; onUse: (store: 'open' | 'closed') => void }) {
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => onAlive?.(), [onAlive]);
  useEffect(() => setOpen(true), []);
  return <button type="button" name="search" onClick={() => onUse(isOpen ? 'open' : 'closed')} />;
}

const control = <T extends HTMLElement>(name: string) => place.querySelector(`[name=${name}]`) as T;

function open() {
  place = document.createElement('div');
  // Makes React render it again.
  place.translate = false;
  document.body.append(place);
  place.innerHTML = renderToString(<Form />);
}

/** Waits until the form's effects have run, and with them those of hydration. */
const hydrated = () => expect.poll(() => place.querySelector('form')?.dataset['open']).toBe('true');

const output = () => expect.poll(() => place.querySelector('output')?.textContent);

function hydrate(onRead?: () => void) {
  hydrateIsland(<Form {...(onRead && { onRead })} />);
}

/** Like Astro does. */
function hydrateIsland(island: ReactNode) {
  startTransition(() => {
    const root = hydrateRoot(place, island);
    unmount = () => root.unmount();
    root.render(island);
  });
}

it.each([
  ['beside a field', () => control('name').after(document.createElement('x-icon'))],
  ['before the form’s parts', () => place.querySelector('form')?.prepend(document.createElement('div'))],
  ['as text', () => control('terms').before('filled in by your password manager')],
  ['as a field of its own', () => control('name').before(document.createElement('input'))],
])('keeps text, ticks and focus when an extension inserted a node %s', async (_, insert) => {
  open();
  insert();
  control<HTMLInputElement>('name').value = 'early';
  control<HTMLTextAreaElement>('words').value = 'two lines\nof text';
  control<HTMLInputElement>('terms').checked = true;
  control('words').focus();
  hydrate();
  await output().toBe('early true red small');
  expect(control<HTMLTextAreaElement>('words').value).toBe('two lines\nof text');
  expect(document.activeElement).toBe(control('words'));
});

it('reports to the island what was typed, ticked and chosen before hydration', async () => {
  open();
  control<HTMLInputElement>('name').value = 'early';
  control<HTMLTextAreaElement>('words').value = 'two words';
  control<HTMLInputElement>('terms').checked = true;
  control<HTMLSelectElement>('colour').value = 'blue';
  (place.querySelectorAll('[name=size]')[1] as HTMLInputElement).checked = true;
  control('words').focus();
  hydrate();
  await output().toBe('early true blue large');
  expect(control<HTMLTextAreaElement>('words').value).toBe('two words');
  expect(document.activeElement).toBe(control('words'));
});

it('reports what is typed during hydration', async () => {
  open();
  let isFirst = true;
  hydrate(() => {
    if (isFirst) control<HTMLInputElement>('name').value = 'just now';
    isFirst = false;
  });
  await output().toBe('just now false red small');
});

it('has run the effects of an island before the user can use it', async () => {
  const heard = vi.fn();
  place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = renderToString(<Search onUse={heard} />);
  // The first moment after hydration at which the browser could report an event.
  const onAlive = () => queueMicrotask(() => control('search').click());
  hydrateIsland(<Search onAlive={onAlive} onUse={heard} />);
  await expect.poll(() => heard.mock.calls).toEqual([['open']]);
});

it('reports nothing of an untouched form', async () => {
  open();
  const heard = vi.fn();
  for (const event of ['input', 'change', 'click']) place.addEventListener(event, heard);
  hydrate();
  await hydrated();
  await output().toBe(' false red small');
  expect(heard).not.toHaveBeenCalled();
});

it('keeps the server’s DOM nodes', async () => {
  open();
  const form = place.querySelector('form');
  hydrate();
  await hydrated();
  expect(place.querySelector('form')).toBe(form);
});
