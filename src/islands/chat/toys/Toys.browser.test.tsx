import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { $chat, $isToyOn, $receipt } from '#lib/chat/store.ts';
import { $draft, $tip, emptyDraft } from '#lib/chat/tips/tips.ts';
import { $toy } from '#lib/chat/toys/toy.ts';
import { $toast } from '#lib/shell/start/feedback.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import { leave, ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { ChatLine } from '../room/ChatLine.tsx';
import { Receipt } from '../session/Receipt.tsx';
import { TipTab } from '../tips/TipTab.tsx';
import { ToyNow } from './Toys.tsx';

const sites = [
  {
    lang: 'nl',
    title: 'Laat de toy van Vera bewegen',
    presets: 'Geef Vera een fooi',
    levels: [
      'Laag 5 s 100',
      'Normaal 15 s 250',
      'Midden 30 s 500',
      'Hard 45 s 750',
      'Ultra 60 s 1.000',
      'Extreem 180 s 2.500',
    ],
    still: 'De toy staat stil: je fooi laat hem meteen bewegen.',
    now: 'Toy: Midden, van bram',
    waiting: ['1 fooi wacht', '2 fooien wachten'],
    wink: 'een knipoog 100',
    give: 'Geef 500 credits',
    giveWink: 'Geef 100 credits',
    soon: /Je vorige fooi voor de toy was nog maar net.*Je hebt niets betaald\./,
    line: 'bram geeft 500 credits',
    returned: '450 credits ervan zijn teruggegeven',
    former: /Een voormalig lid/,
    level: 'Toy: Midden',
    own: 'Jij geeft een kus: 150 credits',
    others: 'bram geeft een kus: 150 credits',
    receipt: 'Toy: 12 van 30 s',
  },
  {
    lang: 'en',
    title: "Move Vera's toy",
    presets: 'Tip Vera',
    levels: [
      'Low 5 s 100',
      'Normal 15 s 250',
      'Medium 30 s 500',
      'Hard 45 s 750',
      'Ultra 60 s 1,000',
      'Extreme 180 s 2,500',
    ],
    still: 'The toy is still: your tip moves it at once.',
    now: 'Toy: Medium, from bram',
    waiting: ['1 tip waits', '2 tips wait'],
    wink: 'a wink 100',
    give: 'Give 500 credits',
    giveWink: 'Give 100 credits',
    soon: /Your last tip for the toy was just now.*You have paid nothing\./,
    line: 'bram tips 500 credits',
    returned: '450 credits of it were given back',
    former: /A former member/,
    level: 'Toy: Medium',
    own: 'You give a kiss: 150 credits',
    others: 'bram gives a kiss: 150 credits',
    receipt: 'Toy: 12 of 30 s',
  },
] as const;

const medium = { level: 'medium', from: 'bram', endsAt: 0 } as const;
const line = (change: Partial<ChatMessage>): ChatMessage => ({
  id: 'm1',
  seq: 1,
  clientId: null,
  messageType: 'tip-cybertoy',
  sender: 'bram',
  message: '',
  amount: 500,
  tipType: 'medium',
  sentAt: '2026-11-20T12:00:00Z',
  ...change,
});

afterEach(() => void vi.useRealTimers());

describe.each(ofThisRun(sites))('a toy ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    $tip.set({ status: 'idle' });
    $draft.set(emptyDraft);
    $wallet.setKey('credits', 5000);
    $chat.set(watchingAs('member'));
    $toy.set({ playing: null, waiting: 0 });
    $isToyOn.set(true);
  });
  const tab = () => render(<TipTab name="Vera" locale={site.lang} />, site.lang);
  const group = () => page.getByRole('group', { name: site.title });

  it('L9.4 shows its levels in place of the presets: name, seconds, amount', async () => {
    await tab();
    for (const name of site.levels) await expect.element(page.getByRole('button', { name })).toBeVisible();
    await expect.element(page.getByRole('group', { name: site.presets })).not.toBeInTheDocument();
    $isToyOn.set(false);
    await expect.element(group()).not.toBeInTheDocument();
    await expect.element(page.getByRole('group', { name: site.presets })).toBeVisible();
  });

  it('is moved by a tip of a level’s amount', async () => {
    await tab();
    await page.getByRole('button', { name: site.levels[2] }).click();
    await page.getByRole('button', { name: site.give }).click();
    await expect
      .poll(() => api.requests.map(({ body }) => body))
      .toMatchObject([{ action: 'tip', data: { amount: 500, tipType: 'tip', toy: true } }]);
    api.answer(400, { label: 'badRequest.toy.soon' });
    await expect.element(page.getByText(site.soon)).toBeVisible();
    await page.getByRole('button', { name: site.levels[0] }).click();
    await expect.element(page.getByText(site.soon)).not.toBeInTheDocument();
  });

  it('shows a refusal also when the tab was left meanwhile', async () => {
    await tab();
    await page.getByRole('button', { name: site.levels[2] }).click();
    await page.getByRole('button', { name: site.give }).click();
    await expect.poll(() => api.requests).toHaveLength(1);
    leave();
    api.answer(400, { label: 'badRequest.toy.soon' });
    await expect
      .poll(() => $toast.get())
      .toMatchObject({ kind: 'error', text: expect.stringMatching(site.soon) });
  });

  it('L9.3 is not moved by a named tip', async () => {
    await tab();
    const wink = page.getByRole('button', { name: site.wink });
    await wink.click();
    await expect.element(wink).toHaveAttribute('aria-pressed', 'true');
    await expect
      .element(page.getByRole('button', { name: site.levels[0] }))
      .toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('button', { name: site.giveWink }).click();
    await expect.poll(() => api.requests.length).toBe(1);
    const data = { amount: 100, tipType: 'wink', message: '', isPublic: false };
    expect(api.requests.map(({ body }) => (body as { data: object }).data)).toEqual([data]);
  });

  it('shows beside the levels what plays and how much waits', async () => {
    await tab();
    await expect.element(group().getByText(site.still)).toBeVisible();
    $toy.set({ playing: { ...medium, endsAt: Date.now() + 20_000 }, waiting: 1 });
    await expect.element(group().getByText(`${site.now} · ${site.waiting[0]}`)).toBeVisible();
  });

  it('shows on the picture what plays, the time left, and how much waits', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    $toy.set({ playing: { ...medium, endsAt: Date.now() + 9500 }, waiting: 2 });
    await render(<ToyNow />, site.lang);
    const shown = page.getByTestId('toy-now');
    await expect.element(shown.getByText(site.now)).toBeVisible();
    await expect.element(shown.getByText(site.waiting[1])).toBeVisible();
    await expect.element(shown.getByText('10 s')).toBeVisible();
    vi.advanceTimersByTime(1500);
    await expect.element(shown.getByText('8 s')).toBeVisible();
    $toy.set({ playing: null, waiting: 0 });
    await expect.element(shown).not.toBeInTheDocument();
  });

  it('is distinguished in the chat by its mark and text', async () => {
    await render(<ChatLine message={line({})} own={false} />, site.lang);
    const message = page.getByText(site.line);
    await expect.element(message).toBeVisible();
    await expect.element(page.getByText(site.level)).toBeVisible();
    await expect.poll(() => document.querySelector('.lucide-vibrate')).not.toBeNull();
  });

  it('is told to have been given back', async () => {
    await render(<ChatLine message={line({ returned: 450, sender: '' })} own={false} />, site.lang);
    await expect.element(page.getByText(site.former)).toBeVisible();
    await expect.element(page.getByText(site.returned)).toBeVisible();
  });

  it.each([true, false])('L9.3 is not mentioned for a named tip (own: %s)', async (own) => {
    const kiss = line({ messageType: 'tip', tipType: 'kiss', amount: 150 });
    await render(<ChatLine message={kiss} own={own} />, site.lang);
    await expect.element(page.getByText(own ? site.own : site.others)).toBeVisible();
    await expect.poll(() => document.querySelector('.lucide-sparkle')).not.toBeNull();
  });

  it('is on the receipt with the seconds it played', async () => {
    $receipt.set({
      session: 's1',
      performer: 'Vera',
      startedAt: null,
      endedAt: null,
      reason: 'left',
      modes: ['free'],
      minutes: 0,
      deliveredMs: 60_000,
      paidMs: 60_000,
      stalledMs: 0,
      charged: 0,
      returned: 0,
      tips: 500,
      toy: { bought: 30, played: 12, returned: 0 },
      total: 500,
    });
    await render(<Receipt name="Vera" rest={null} />, site.lang);
    await expect.element(page.getByTestId('receipt').getByText(site.receipt)).toBeVisible();
  });
});
