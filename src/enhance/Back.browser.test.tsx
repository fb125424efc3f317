import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { overlays } from '#lib/shell/late/overlays.ts';
import { $drawer, $late, $modal, closeModal, openDrawer, openModal } from '#lib/shell/start/dialogs.ts';
import { mountDrawerHost } from '../islands/hosts/DrawerHost.tsx';
import { mountModalHost } from '../islands/hosts/ModalHost.tsx';
import { stubApi } from '../islands/testing/render.ts';
import { followNativeOverlays } from './dialogs.ts';

followNativeOverlays();

const entries = (): number => history.state?.overlays ?? 0;
const onPage = () => expect.poll(entries).toBe(0);
const inOverlay = (count = 1) => expect.poll(entries).toBe(count);

describe('Back closes what is open, and stays on the page', () => {
  let unmount: (() => void)[] = [];
  beforeEach(async () => {
    stubApi();
    closeModal();
    await onPage();
    const roots = [await mountDrawerHost(), await mountModalHost()];
    unmount = roots.map((root) => () => root.unmount());
  });
  afterEach(async () => {
    for (const act of unmount) act();
    document.body.replaceChildren();
    await onPage();
  });

  const report = async () => {
    openModal({ type: 'Report' });
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await inOverlay();
    return page.getByRole('dialog').getByRole('textbox').first();
  };

  it('a dialog, whose text is there when it opens again; by Back, Escape and the cross', async () => {
    for (const leave of [
      async () => history.back(),
      () => userEvent.keyboard('{Escape}'),
      async () => document.querySelector<HTMLElement>('[role=dialog] .dialog-close')?.click(),
    ]) {
      const field = await report();
      await field.fill('Zij deed het licht uit.');
      await leave();
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      await onPage();
      expect($modal.get()).toBeNull();
      await expect.element(await report()).toHaveValue('Zij deed het licht uit.');
      closeModal();
      await onPage();
    }
  });

  it('a native dialog, whose entry is gone before the page adds its next one', async () => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.showModal();
    await inOverlay();
    const settled = new Promise<void>((resolve) => {
      dialog.addEventListener('toggle', () => resolve(overlays.settled()));
    });
    dialog.close();
    await settled;
    expect(entries()).toBe(0);
  });

  it('a dialog over a drawer first', async () => {
    openDrawer('history');
    await inOverlay(1);
    openModal({ type: 'Report' });
    await inOverlay(2);
    history.back();
    await expect.poll(() => $modal.get()).toBeNull();
    expect($drawer.get()).toBe('history');
    history.back();
    await expect.poll(() => $drawer.get()).toBeNull();
    await onPage();
  });

  it('keeps a single entry when one dialog leads to the next', async () => {
    openModal({ type: 'Login' });
    await inOverlay();
    openModal({ type: 'ForgotPassword' });
    await expect.poll(() => $late.get()).toBeNull();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await inOverlay();
    history.back();
    await onPage();
    expect($modal.get()).toBeNull();
  });

  it('the page’s own dialogs and menus', async () => {
    document.body.insertAdjacentHTML('beforeend', '<dialog id="a">A</dialog><div id="b" popover>B</div>');
    const dialog = document.querySelector<HTMLDialogElement>('#a');
    const menu = document.querySelector<HTMLElement>('#b');
    dialog?.showModal();
    await inOverlay();
    history.back();
    await expect.poll(() => dialog?.open).toBe(false);
    menu?.showPopover();
    await inOverlay();
    menu?.hidePopover();
    await onPage();
    menu?.showPopover();
    await inOverlay();
    history.back();
    await expect.poll(() => menu?.matches(':popover-open')).toBe(false);
  });

  it('a dialog in which a telephone number was called, and no password that was shown', async () => {
    openModal({ type: 'Login' });
    await inOverlay();
    const dialog = document.querySelector('[role=dialog]');
    dialog?.insertAdjacentHTML('beforeend', '<a href="tel:+31201234567">+31</a>');
    dialog?.querySelector<HTMLElement>('[href^=tel]')?.click();
    const password = dialog?.querySelector<HTMLInputElement>('[autocomplete$=password]');
    if (password) Object.assign(password, { type: 'text', value: 'Verlaat-9' });
    await userEvent.keyboard('{Escape}');
    await onPage();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    openModal({ type: 'Login' });
    await inOverlay();
    await expect
      .poll(() => document.querySelector<HTMLInputElement>('[autocomplete$=password]')?.value)
      .toBe('');
    closeModal();
  });

  it('nothing on the way forward', async () => {
    await report();
    history.back();
    await onPage();
    history.forward();
    await onPage();
    expect($modal.get()).toBeNull();
  });

  it('leaves the place on the page where it is', async () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<div style="height: 5000px"></div><div id="b" popover>B</div>',
    );
    const menu = document.querySelector<HTMLElement>('#b');
    menu?.showPopover();
    await inOverlay();
    scrollTo(0, 900);
    menu?.hidePopover();
    await onPage();
    await expect.poll(() => history.scrollRestoration).toBe('auto');
    expect(scrollY).toBe(900);
  });
});
