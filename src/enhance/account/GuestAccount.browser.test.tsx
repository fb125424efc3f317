import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { $session } from '#lib/member/account/store.ts';
import { $wallet } from '#lib/wallet/spending/store.ts';
import { ofThisRun } from '../../islands/testing/languages.ts';
import { accountMarkup } from '../testing/account-markup.ts';
import { watchSession } from './guest-account.ts';

const member = {
  status: 'member',
  username: 'anna',
  capName: 'Anna',
  email: 'anna@example.com',
  lander: '',
  endUserText: '',
  verified: true,
} as const;

const sites = [
  { lang: 'nl', login: 'Inloggen', account: 'anna, Mijn account', balance: '5.000 credits' },
  { lang: 'en', login: 'Log in', account: 'anna, My account', balance: '5,000 credits' },
] as const;

describe.each(ofThisRun(sites))(
  'the header of a guest’s page ($lang)',
  ({ lang, login, account, balance }) => {
    const answerWith = (status: number, html: string) => {
      const asked = vi.fn(
        async () => new Response(html, { status, headers: { 'content-type': 'text/html' } }),
      );
      vi.stubGlobal('fetch', asked);
      return asked;
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

    it('becomes a member’s when somebody logs in', async () => {
      watchSession();
      $session.set(member);
      await expectMember();
      await expect.element(page.getByRole('button', { name: balance })).toBeVisible();
    });

    it('becomes a member’s when a mail link logged in before it was watched', async () => {
      $session.set(member);
      watchSession();
      await expectMember();
    });

    it('takes away what is offered to guests', async () => {
      const promo = document.querySelector('dialog');
      promo?.showModal();
      watchSession();
      $session.set(member);
      await expectMember();
      expect(promo?.open).toBe(false);
    });

    it('becomes a member’s on a page that says there is none', async () => {
      const asked = answerWith(404, accountMarkup(lang));
      watchSession();
      $session.set(member);
      await expectMember();
      expect(asked).toHaveBeenCalledExactlyOnceWith(location.href, expect.anything());
    });
  },
);
