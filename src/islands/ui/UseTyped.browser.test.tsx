import { useEffect, useId, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useTyped } from './use-typed.ts';

function Field() {
  const id = useId();
  const typed = useTyped(id);
  const [text, setText] = useState('');
  useEffect(() => setText(typed), [typed]);
  return (
    <>
      <input id={id} value={text} onChange={(event) => setText(event.target.value)} />
      <output>{text}</output>
    </>
  );
}

it('keeps what was typed before the page was alive', async () => {
  const place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = renderToString(<Field />);
  const field = place.querySelector('input') as HTMLInputElement;
  field.value = 'early';
  const root = hydrateRoot(place, <Field />);
  await expect.poll(() => place.querySelector('output')?.textContent).toBe('early');
  expect(field.value).toBe('early');
  root.unmount();
  place.remove();
});
