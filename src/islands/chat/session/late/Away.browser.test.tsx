import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { $stream } from '#lib/chat/offer.ts';
import { $chat } from '#lib/chat/store.ts';
import { ofThisRun, render, stubApi } from '../../../testing/render.ts';
import { Stage } from '../Stage.tsx';

const sites = [
  { lang: 'nl', title: 'Vera is zo terug' },
  { lang: 'en', title: 'Vera will be right back' },
] as const;

const picture = { url: 'data:image/gif;base64,broken#{w}', widths: [320], color: '#336699' };
const paused = { user: 7, username: 'Vera', onlineStatus: 9, isMember: true } as const;

describe.each(ofThisRun(sites))('the card of a pause ($lang)', ({ lang, title }) => {
  const card = <Stage offer="paused" name="Vera" profileHref="/profile/Vera" related={null} />;
  const cardText = () => page.getByText('בחזרה בעשר');
  beforeEach(() => {
    stubApi();
    $chat.set({ status: 'idle' });
    return () => $stream.set({ user: 0, username: '', onlineStatus: 0, isMember: false });
  });

  it('has what she has written, in its direction, also if she writes it later', async () => {
    $stream.set(paused);
    await render(card, lang);
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
    await expect.element(cardText()).not.toBeInTheDocument();
    $stream.set({ ...paused, away: { text: 'בחזרה בעשר', picture: null } });
    await expect.element(cardText()).toBeVisible();
    expect(getComputedStyle(cardText().element()).direction).toBe('rtl');
  });

  it('keeps the text without a picture that was removed meanwhile', async () => {
    $stream.set({ ...paused, away: { text: 'בחזרה בעשר', picture } });
    await render(card, lang);
    await expect.element(cardText()).toBeVisible();
    await expect.poll(() => document.querySelector('figure img')).toBeNull();
  });
});
