import { useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../styles/global.css';
import '../../../styles/utilities.css';
import { expectAccessible, ofThisRun, render } from '../../testing/render.ts';
import { EmojiButton } from './EmojiButton.tsx';

const sites = [
  {
    lang: 'nl',
    open: 'Emoji kiezen',
    search: 'Emoji zoeken',
    group: 'Gezichten en gevoel',
    words: ['zwaai', 'waving'],
    wave: 'zwaaiende hand',
    none: /Geen emoji gevonden voor ‘xyzzy’/,
    skin: /Huidskleur/,
  },
  {
    lang: 'en',
    open: 'Choose an emoji',
    search: 'Search emojis',
    group: 'Faces and feelings',
    words: ['waving', 'zwaai'],
    wave: 'waving hand',
    none: /No emoji found for ‘xyzzy’/,
    skin: /Skin tone/,
  },
] as const;

let sent = 0;

function Field() {
  const [text, setText] = useState('Dag Vera!');
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent += 1;
      }}
    >
      <textarea
        ref={field}
        aria-label="text"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <EmojiButton field={field} onWrite={setText} disabled={false} />
      <button type="submit">send</button>
    </form>
  );
}

describe.each(ofThisRun(sites))('the emojis of a message ($lang)', (site) => {
  const text = () => page.getByRole('textbox', { name: 'text' });
  const search = () => page.getByRole('searchbox', { name: site.search });
  const found = () =>
    [...document.querySelectorAll<HTMLElement>('[role=gridcell]')].map(({ textContent }) => textContent);

  const open = async () => {
    sent = 0;
    await render(<Field />, site.lang);
    await expect.element(text()).toBeVisible();
    const field = text().element() as HTMLTextAreaElement;
    await text().click();
    field.setSelectionRange(3, 3);
    await page.getByRole('button', { name: site.open }).click();
    await expect.element(search()).toBeVisible();
    await expect.poll(() => document.activeElement).toBe(search().element());
    await expect.poll(() => found().length).toBeGreaterThan(20);
    return field;
  };

  it('P2.122 finds an emoji by words of both languages, and inserts it at the caret by keyboard alone', async () => {
    const field = await open();
    for (const word of site.words) {
      await search().fill('');
      await expect.poll(() => found().length).toBeGreaterThan(20);
      await search().fill(word);
      await expect.poll(found).toContain('👋');
      await expect.poll(() => found().length).toBeLessThan(20);
    }
    const chosen = () => document.querySelector('[data-active]')?.textContent ?? '';
    await expect.poll(chosen).toBe('👋');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(chosen).not.toMatch(/^$|👋/);
    const active = chosen();
    await userEvent.keyboard('{Enter}');
    await expect.element(text()).toHaveValue(`Dag${active} Vera!`);
    expect(document.activeElement).toEqual(field);
    expect(field.selectionStart).toEqual(3 + active.length);
    expect(sent).toBe(0);
    await expect.element(search()).not.toBeInTheDocument();
  });

  it('P2.122 is picked by pointer, in the chosen skin tone', async () => {
    const field = await open();
    await page.getByRole('button', { name: site.skin }).click();
    await search().fill(site.words[0]);
    await expect.poll(found).toContain('👋🏻');
    await page.getByRole('gridcell', { name: site.wave }).click();
    await expect.element(text()).toHaveValue('Dag👋🏻 Vera!');
    expect(document.activeElement).toBe(field);
  });

  it('numbers rows and columns from 1, and keeps the one selected by keyboard in view', async () => {
    await open();
    // Moved off the rows: what scrolls under the pointer would be selected.
    await text().hover({ position: { x: 2, y: 2 } });
    const active = () => document.querySelector<HTMLElement>('[data-active]');
    const rows = () =>
      [...document.querySelectorAll('[role=grid] [role=row]')].map((row) => Number(row.ariaRowIndex));
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => active()?.ariaColIndex).toBe('1');
    expect(active()?.closest('[role=row]')?.ariaRowIndex).toBe('1');
    expect(rows().slice(0, 4)).toEqual([1, 2, 3, 4]);
    const view = document.querySelector('[frimousse-viewport]');
    // More than fit in view at once.
    for (let row = 2; row <= 15; row += 1) {
      await userEvent.keyboard('{ArrowDown}');
      await expect.poll(() => active()?.closest('[role=row]')?.ariaRowIndex).toBe(String(row));
      await expect.poll(() => hiddenPart(view, active()), { message: `row ${row}` }).toBeLessThanOrEqual(1);
    }
    const count = Number(document.querySelector('[role=grid]')?.ariaRowCount);
    expect(Math.max(...rows())).toBeLessThanOrEqual(count);
  });

  it('keeps the selected one in view when keys come faster than rows are drawn', async () => {
    await open();
    await text().hover({ position: { x: 2, y: 2 } });
    const active = () => document.querySelector<HTMLElement>('[data-active]');
    const field = search().element();
    for (let row = 1; row <= 30; row += 1)
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
      );
    await expect.poll(() => active()?.closest('[role=row]')?.ariaRowIndex).toBe('30');
    const view = document.querySelector('[frimousse-viewport]');
    await expect.poll(() => hiddenPart(view, active())).toBeLessThanOrEqual(1);
  });

  it('closes with Escape, returns the focus to the text, and shows when nothing is found', async () => {
    const field = await open();
    await expect.element(page.getByText(site.group).first()).toBeVisible();
    await search().fill('xyzzy');
    await expect.element(page.getByText(site.none)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(sent).toBe(0);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.activeElement).toBe(field);
    await expect.element(text()).toHaveValue('Dag Vera!');
  });

  it('is accessible', async () => {
    await open();
    await expectAccessible();
    await search().fill('xyzzy');
    await expect.element(page.getByText(site.none)).toBeVisible();
    await expectAccessible();
  });
});

/** Pixels of the element above or below the visible part. */
function hiddenPart(view: Element | null, element: HTMLElement | null): number {
  const [outer, inner] = [view, element].map((part) => part?.getBoundingClientRect());
  if (!outer || !inner) throw new Error('Nothing is selected');
  return Math.max(inner.bottom - outer.bottom, outer.top - inner.top);
}
