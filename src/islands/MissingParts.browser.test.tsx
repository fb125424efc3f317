import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { $drawer, $modal, closeModal, openDrawer, openModal } from '#lib/shell/start/dialogs.ts';
import { mountDrawerHost } from './hosts/DrawerHost.tsx';
import { mountModalHost } from './hosts/ModalHost.tsx';
import { stubApi } from './testing/render.ts';

const parts = vi.hoisted(() => ({
  missing: () =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module: /_astro/Part.js')),
  broken: async () => () => {
    throw new Error('nothing to show');
  },
}));
vi.mock('./hosts/modals.ts', async (original) => {
  const { modals } = await original<typeof import('./hosts/modals.ts')>();
  return { modals: { ...modals, NoCreditsForTip: parts.missing, NoCreditsForVip: parts.broken } };
});
const wallet = vi.hoisted(() => ({ load: async (): Promise<unknown> => null }));
vi.mock('./hosts/drawers.ts', () => ({
  drawers: { wallet: { title: 'wallet.title', load: () => wallet.load() } },
}));

describe('P8.22 code that fails to load or render is logged, closes, and returns the focus', () => {
  let unmount = () => {};
  const logged = () => vi.spyOn(console, 'error').mockImplementation(() => {});
  const button = () => page.getByRole('button', { name: 'opener' });

  beforeEach(() => {
    stubApi();
    closeModal();
    $drawer.set(null);
    // The page has just been reloaded because of this part, so it does not reload again.
    sessionStorage.setItem('chunk_reload', String(Date.now()));
    document.documentElement.lang = 'en';
    document.body.innerHTML = '<main tabindex="-1"><button type="button">opener</button></main>';
    (button().element() as HTMLElement).focus();
  });
  afterEach(() => {
    unmount();
    document.body.replaceChildren();
  });

  it.each(['NoCreditsForTip', 'NoCreditsForVip'] as const)('in a dialog: %s', async (type) => {
    const errors = logged();
    const root = await mountModalHost();
    unmount = () => root.unmount();
    openModal({ type });
    await expect.poll(() => errors.mock.calls.length).toBeGreaterThan(0);
    await expect.poll(() => $modal.get()).toBeNull();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(button()).toHaveFocus();
    openModal({ type: 'Login' });
    await expect.element(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  });

  it.each(['missing', 'broken'] as const)('in a drawer: %s', async (how) => {
    const errors = logged();
    wallet.load = parts[how];
    const root = await mountDrawerHost();
    unmount = () => root.unmount();
    openDrawer('wallet');
    await expect.poll(() => errors.mock.calls.length).toBeGreaterThan(0);
    await expect.poll(() => $drawer.get()).toBeNull();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(button()).toHaveFocus();
    wallet.load = async () => () => 'opened again';
    openDrawer('wallet');
    await expect.element(page.getByRole('dialog').getByText('opened again')).toBeVisible();
  });
});
