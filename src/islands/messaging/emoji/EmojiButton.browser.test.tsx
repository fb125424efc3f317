import { useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../styles/messenger-media.css';
import { expectAccessible } from '../../testing/accessible.ts';
import { ofThisRun } from '../../testing/languages.ts';
import { render } from '../../testing/render.ts';
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

  it('is found by words of both languages, and put where the caret is by keyboard alone', async () => {
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
    expect([document.activeElement, field.selectionStart, sent]).toEqual([field, 3 + active.length, 0]);
    await expect.element(search()).not.toBeInTheDocument();
  });

  it('is picked by pointer, in the skin that was chosen', async () => {
    const field = await open();
    await page.getByRole('button', { name: site.skin }).click();
    await search().fill(site.words[0]);
    await expect.poll(found).toContain('👋🏻');
    await page.getByRole('gridcell', { name: site.wave }).click();
    await expect.element(text()).toHaveValue('Dag👋🏻 Vera!');
    expect(document.activeElement).toBe(field);
  });

  it('counts its rows and columns from 1, and keeps the one that is chosen by keys in sight', async () => {
    await open();
    // Away from the rows: what scrolls beneath a pointer is chosen by it.
    await text().hover({ position: { x: 2, y: 2 } });
    const active = () => document.querySelector<HTMLElement>('[data-active]');
    const rows = () =>
      [...document.querySelectorAll('[role=grid] [role=row]')].map((row) => Number(row.ariaRowIndex));
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => active()?.ariaColIndex).toBe('1');
    expect(active()?.closest('[role=row]')?.ariaRowIndex).toBe('1');
    expect(rows().slice(0, 4)).toEqual([1, 2, 3, 4]);
    const view = document.querySelector('[frimousse-viewport]');
    // More than are in sight at once.
    for (let row = 2; row <= 15; row += 1) {
      await userEvent.keyboard('{ArrowDown}');
      await expect.poll(() => active()?.closest('[role=row]')?.ariaRowIndex).toBe(String(row));
      const [outer, inner] = [view, active()].map((part) => part?.getBoundingClientRect());
      expect(inner?.bottom, `row ${row}`).toBeLessThanOrEqual((outer?.bottom ?? 0) + 1);
      expect(inner?.top, `row ${row}`).toBeGreaterThanOrEqual((outer?.top ?? 0) - 1);
    }
    const count = Number(document.querySelector('[role=grid]')?.ariaRowCount);
    expect(Math.max(...rows())).toBeLessThanOrEqual(count);
  });

  it('leaves with Escape, the focus back in the text, and says where nothing is found', async () => {
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

  it('is reachable by everyone', async () => {
    await open();
    await expectAccessible();
    await search().fill('xyzzy');
    await expect.element(page.getByText(site.none)).toBeVisible();
    await expectAccessible();
  });
});
