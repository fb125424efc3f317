import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { $session } from '#lib/shell/start/session.ts';
import { logInAnna } from '#lib/testing/visitor.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { ofThisRun } from '../../islands/testing/render.ts';
import { watchSession } from './guest-account.ts';
import { accountMarkup } from './testing.ts';

const sites = [
  { lang: 'nl', login: 'Inloggen', account: 'anna, Mijn account', balance: '5.000 credits' },
  { lang: 'en', login: 'Log in', account: 'anna, My account', balance: '5,000 credits' },
] as const;

describe.each(ofThisRun(sites))(
  'the header of a guest’s page ($lang)',
  ({ lang, login, account, balance }) => {
    const answerWith = (status: number, html: string) => {
      const fetchSpy = vi.fn(
        async () => new Response(html, { status, headers: { 'content-type': 'text/html' } }),
      );
      vi.stubGlobal('fetch', fetchSpy);
      return fetchSpy;
    };

    beforeEach(() => {
      $session.set({ status: 'guest' });
      $wallet.setKey('credits', 5000);
      document.documentElement.lang = lang;
      document.body.innerHTML = `<div data-guest-account><a href="/login" data-modal="Login">${login}</a></div>
      <dialog data-promo>120 credits</dialog>`;
      answerWith(200, accountMarkup(lang));
      return () => document.body.replaceChildren();
    });

    const expectMember = async () => {
      await expect.element(page.getByRole('button', { name: account })).toBeVisible();
      await expect.element(page.getByRole('link', { name: login })).not.toBeInTheDocument();
    };

    it('becomes a member’s after a login', async () => {
      watchSession();
      logInAnna();
      await expectMember();
      await expect.element(page.getByRole('button', { name: balance })).toBeVisible();
    });

    it('P4.4 becomes a member’s after a login by mail link that came before the listener', async () => {
      logInAnna();
      watchSession();
      await expectMember();
    });

    it('removes offers for guests', async () => {
      const promo = document.querySelector('dialog');
      promo?.showModal();
      watchSession();
      logInAnna();
      await expectMember();
      expect(promo?.open).toBe(false);
    });

    it('becomes a member’s on a not-found page', async () => {
      const fetchSpy = answerWith(404, accountMarkup(lang));
      watchSession();
      logInAnna();
      await expectMember();
      expect(fetchSpy).toHaveBeenCalledExactlyOnceWith(location.href, expect.anything());
    });
  },
);
