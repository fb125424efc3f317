import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $drawer, closeModal, type Modal, openModal } from '#lib/shell/start/dialogs.ts';
import { $offer } from '#lib/wallet/purchase/offer.ts';
import { mountModalHost } from '../../hosts/ModalHost.tsx';
import { ofThisRun, render, stubApi } from '../../testing/render.ts';

const sites = [
  { lang: 'nl', title: 'Niet genoeg credits', buy: 'Credits kopen' },
  { lang: 'en', title: 'Not enough credits', buy: 'Buy credits' },
] as const;

const dialogs: readonly (readonly [Modal, RegExp])[] = [
  [{ type: 'NoCredits', variant: 'messaging' }, /60/],
  [{ type: 'NoCredits', variant: 'stream' }, /./],
  [{ type: 'NoCredits', variant: 'joining' }, /60/],
  [{ type: 'NoCredits', variant: 'debt' }, /./],
  [{ type: 'NoCreditsForTip' }, /./],
  [{ type: 'NoCreditsTip', amount: 250 }, /250/],
  [{ type: 'NoCreditsForVip' }, /\d/],
];

describe.each(ofThisRun(sites))('without enough credits ($lang)', (site) => {
  let host: Awaited<ReturnType<typeof mountModalHost>>;
  let modal: Modal = { type: 'NoCreditsForTip' };
  beforeEach(async () => {
    stubApi();
    closeModal();
    document.documentElement.lang = site.lang;
    host = await mountModalHost();
    await render(
      <button type="button" onClick={() => openModal(modal)}>
        Spend
      </button>,
      site.lang,
    );
    await expect.element(spend()).toBeVisible();
  });
  afterEach(() => {
    closeModal();
    host.unmount();
  });
  const spend = () => page.getByRole('button', { name: 'Spend' });
  const dialog = () => page.getByRole('dialog', { name: site.title });
  const open = async (shown: Modal) => {
    modal = shown;
    spend().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).toBeVisible();
  };

  it.each(dialogs)(
    'P2.95 P2.96 P2.97 P2.98 P2.99 P2.100 %o is shown and closed by keyboard, and returns the focus',
    async (shown, text) => {
      await open(shown);
      await expect.element(dialog()).toHaveAccessibleDescription(text);
      await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true);
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog()).not.toBeInTheDocument();
      await expect.element(spend()).toHaveFocus();
    },
  );

  it.each([
    ['is kept', { type: 'NoCreditsForTip' }, 'failed'],
    ['is read again', { type: 'NoCredits', variant: 'debt' }, 'unknown'],
  ] as const)('leads to the wallet, whose offer %s after %o', async (_, shown, status) => {
    $offer.set({ status: 'failed', label: 'UNAVAILABLE' });
    await open(shown);
    page.getByRole('button', { name: site.buy }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => $drawer.get()).toBe('wallet');
    expect($offer.get().status).toBe(status);
  });
});
