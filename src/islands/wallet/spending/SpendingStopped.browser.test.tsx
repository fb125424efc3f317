import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeModal, type Modal, openModal } from '#lib/shell/start/dialogs.ts';
import { mountModalHost } from '../../hosts/ModalHost.tsx';
import { ofThisRun, render, stubApi } from '../../testing/render.ts';

const sites = [
  {
    lang: 'nl',
    limit: 'Je limiet is bereikt',
    coolOff: 'Je portemonnee is op slot',
    close: 'Begrepen',
    settings: 'Bekijk je limieten',
    buy: /kopen/i,
  },
  {
    lang: 'en',
    limit: 'Your limit is reached',
    coolOff: 'Your wallet is locked',
    close: 'Got it',
    settings: 'See your limits',
    buy: /buy/i,
  },
] as const;

describe.each(ofThisRun(sites))('a spend that a member’s own limits refused ($lang)', (site) => {
  const before = location.href;
  let host: Awaited<ReturnType<typeof mountModalHost>>;
  let modal: Modal = { type: 'SpendingStopped', why: 'limit' };
  beforeEach(async () => {
    stubApi();
    closeModal();
    // Links keep the language of the page's URL.
    history.replaceState(null, '', site.lang === 'nl' ? '/stream/Sofie' : '/en/stream/Sofie');
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
    history.replaceState(null, '', before);
  });
  const spend = () => page.getByRole('button', { name: 'Spend' });

  it.each(['limit', 'coolOff'] as const)(
    'shows the reason, can be closed by keyboard, and returns the focus: %s',
    async (why) => {
      modal = { type: 'SpendingStopped', why };
      spend().element().focus();
      await userEvent.keyboard('{Enter}');
      const dialog = page.getByRole('dialog', { name: site[why] });
      await expect.element(dialog).toHaveAccessibleDescription(/./);
      await expect
        .element(dialog.getByRole('link', { name: site.settings }))
        .toHaveAttribute('href', site.lang === 'nl' ? '/settings/limits' : '/en/settings/limits');
      expect(dialog.getByRole('button', { name: site.buy }).elements()).toEqual([]);
      dialog.getByRole('button', { name: site.close }).element().focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(spend()).toHaveFocus();
    },
  );
});
