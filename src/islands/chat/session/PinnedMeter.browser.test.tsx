import '../../../styles/global.css';
import '../../../styles/utilities.css';
import '../../../styles/stream-controls.css';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { startMeter } from '#lib/chat/meter.ts';
import { $chat } from '#lib/chat/store.ts';
import { closeDrawer, closeModal, openDrawer, openModal } from '#lib/shell/start/dialogs.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import { mountDrawerHost } from '../../hosts/DrawerHost.tsx';
import { mountModalHost } from '../../hosts/ModalHost.tsx';
import { ofThisRun, render, stubApi } from '../../testing/render.ts';
import { PinnedMeter } from './Meter.tsx';

const sites = [
  { lang: 'nl', price: '60 credits/min', spent: '180 betaald', close: 'Sluiten' },
  { lang: 'en', price: '60 credits/min', spent: '180 spent', close: 'Close' },
] as const;

const covers = [
  {
    cover: 'a dialog',
    open: () => openModal({ type: 'NoCreditsTip', amount: 100 }),
  },
  { cover: 'the wallet', open: () => openDrawer('wallet') },
] as const;

let unmount = () => {};
/** The surrounding page: a picture with a control, and the chat. */
async function openPage(lang: 'nl' | 'en'): Promise<HTMLButtonElement> {
  await render(<PinnedMeter />, lang);
  const main = document.createElement('main');
  main.tabIndex = -1;
  main.innerHTML = '<section tabindex="-1" aria-label="Vera"><button type="button">opener</button></section>';
  document.body.append(main);
  const roots = await Promise.all([mountModalHost(), mountDrawerHost()]);
  unmount = () => {
    for (const root of roots) root.unmount();
  };
  const opener = main.querySelector('button');
  if (!opener) throw new Error('No opener');
  opener.focus();
  return opener;
}

beforeEach(() => {
  stubApi();
  closeModal();
  closeDrawer();
  $wallet.set({ credits: 500 });
  $chat.set({ ...watchingAs('member'), type: 'chat' });
  startMeter({ price: 60, spent: 180, paidMs: 0, leftMs: 30_000 });
});
afterEach(() => unmount());

const dialog = () => page.getByRole('dialog');
const stop = () => dialog().getByRole('button', { name: 'Stop', exact: true });

describe.each(ofThisRun(sites))('while something covers the picture of a paid chat ($lang)', (site) => {
  it.each(covers)('$cover shows price and Stop on top, also for the keyboard', async ({ open }) => {
    await openPage(site.lang);
    open();
    await expect.element(dialog().getByText(site.price)).toBeVisible();
    await expect.element(dialog().getByText(site.spent)).toBeVisible();
    await expect.element(stop()).toBeVisible();
    // Stop does not get the focus, because it is not the purpose of the dialog.
    await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true);
    expect(document.activeElement).not.toBe(stop().element());
    // It is inside the focus trap: tabbing through the dialog reaches it.
    const hasFocus = () => document.activeElement === stop().element();
    for (let press = 0; press < 20 && !hasFocus(); press += 1) await userEvent.keyboard('{Tab}');
    expect(hasFocus()).toBe(true);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => $chat.get()).toMatchObject({ status: 'ended', reason: 'left' });
    await expect.element(stop()).not.toBeInTheDocument();
    expect(dialog().element().contains(document.activeElement)).toBe(true);
  });

  it('Stop and the dialog’s close button are in one line', async () => {
    await openPage(site.lang);
    covers[0].open();
    await expect.element(stop()).toBeVisible();
    const close = dialog().getByRole('button', { name: site.close, exact: true });
    const middle = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return (top + bottom) / 2;
    };
    await expect.poll(() => Math.abs(middle(close.element()) - middle(stop().element()))).toBeLessThan(1);
    expect(close.element().getBoundingClientRect().left).toBeGreaterThan(
      stop().element().getBoundingClientRect().right,
    );
  });

  it('free chat shows neither', async () => {
    $chat.set(watchingAs('member'));
    await openPage(site.lang);
    openDrawer('wallet');
    await expect.element(dialog()).toBeVisible();
    await expect.element(stop()).not.toBeInTheDocument();
  });
});

describe('the focus after closing', () => {
  it.each(covers)('of $cover returns to where it was', async ({ open }) => {
    const opener = await openPage('nl');
    open();
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.activeElement).toBe(opener);
  });

  it.each(covers)('of $cover returns nearby if its element was removed meanwhile', async ({ open }) => {
    const opener = await openPage('nl');
    open();
    await expect.element(dialog()).toBeVisible();
    const section = opener.closest('section');
    opener.remove();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.activeElement).toBe(section);
  });

  it('moves to the page’s main content if nothing had it', async () => {
    const opener = await openPage('nl');
    opener.blur();
    covers[0].open();
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.querySelector('main')?.contains(document.activeElement)).toBe(true);
  });

  it('returns to the opener of the first dialog after one dialog led to another', async () => {
    const opener = await openPage('nl');
    covers[0].open();
    await expect.element(dialog()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Credits kopen' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'Credits', exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.activeElement).toBe(opener);
  });
});
