import '../../../styles/global.css';
import '../../../styles/area-utilities.css';
import { atom } from 'nanostores';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { EarnedTotals } from '#contract/studio/numbers/earned.ts';
import type { EarnedLine } from '#lib/studio/live/earned.ts';
import { expectAccessible, ofThisRun, render } from '../../testing/render.ts';
import { StudioContext, type StudioPage } from '../studio-page.ts';
import { Earned } from './Earned.tsx';

const sites = [
  {
    lang: 'nl',
    sums: 'Deze uitzending1.240 (€ 6,20)Vandaag1.300 (€ 6,50)Deze maand20.000 (€ 100,00)',
    offline: 'Vandaag1.300 Deze maand20.000 ',
    moves: 'Wat er bijkwam en terugging',
    lines: ['betaalde chat, 3 keer+180 (€ 0,90)', 'terug: betaalde chat−31 (€ 0,15)'],
    gap: /Even geen verbinding/,
  },
  {
    lang: 'en',
    sums: 'This broadcast1,240 (€6.20)Today1,300 (€6.50)This month20,000 (€100.00)',
    offline: 'Today1,300 This month20,000 ',
    moves: 'What came in and went back',
    lines: ['paid chat, 3 times+180 (€0.90)', 'given back: paid chat−31 (€0.15)'],
    gap: /No connection for a while/,
  },
] as const;

const totals: EarnedTotals = {
  stream: 1240,
  day: 1300,
  month: 20_000,
  of: '2026-11',
  entries: 300,
  dayLeftMs: 1000,
  rate: 50,
};
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

describe.each(ofThisRun(sites))('what she earns ($lang)', (site) => {
  const $earned = atom<EarnedTotals | null>(null);
  const $moves = atom<readonly EarnedLine[]>([]);
  const studio = { room: { $earned, $moves } } as unknown as StudioPage;
  const show = () =>
    render(
      <StudioContext value={studio}>
        <Earned />
      </StudioContext>,
      site.lang,
    );
  const sums = () => plain(document.querySelector('dl')?.textContent);

  it('stands beside its euro, without the broadcast while offline and without euro while there is no rate', async () => {
    $earned.set(totals);
    await show();
    await expect.poll(sums).toBe(site.sums);
    await expectAccessible();
    $earned.set({ ...totals, stream: null, rate: null });
    await expect.poll(sums).toBe(site.offline);
  });

  it('lists what moved, and a time without a connection', async () => {
    $earned.set(totals);
    $moves.set([
      { id: 3, at: 3, move: null },
      { id: 2, at: 2, move: { kind: 'chat', credits: -31, count: 1 } },
      { id: 1, at: 1, move: { kind: 'chat', credits: 180, count: 3 } },
    ]);
    await show();
    await page.getByText(site.moves).click();
    await expect.element(page.getByText(site.gap)).toBeVisible();
    const lines = [...document.querySelectorAll('li')].map(({ textContent }) => plain(textContent)?.slice(5));
    expect(lines.slice(1).reverse()).toEqual(site.lines);
    await expectAccessible();
  });
});
