import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { $session } from '#lib/member/account/store.ts';
import { dropWaiting } from '#lib/member/settings/username-prompt.ts';
import { $modal, closeModal } from '#lib/shell/modal.ts';
import { expectAccessible } from '../../testing/accessible.ts';
import { render } from '../../testing/render.ts';
import { MessengerButton } from './MessengerButton.tsx';

const sites = [
  { lang: 'nl', messages: 'Berichten', unread: '3 ongelezen berichten' },
  { lang: 'en', messages: 'Messages', unread: '3 unread messages' },
] as const;

const asMember = (username: string) =>
  $session.set({
    status: 'member',
    username,
    capName: username,
    email: 'anna@example.com',
    lander: '',
    endUserText: '',
    verified: true,
  });

beforeEach(() => {
  closeModal();
  dropWaiting();
  sessionStorage.clear();
  location.hash = '';
  asMember('anna');
});

describe.each(sites)('the messenger’s button ($lang)', (site) => {
  const button = () => page.getByRole('link', { name: new RegExp(`^${site.messages}`) });

  it('leads there, and says how much is unread', async () => {
    await render(<MessengerButton href="#messenger" unread={3} />, site.lang);
    await expect.element(button()).toHaveAccessibleName(`${site.messages}, ${site.unread}`);
    await expectAccessible();
    await button().click();
    expect([location.hash, $modal.get()]).toEqual(['#messenger', null]);
  });

  it('asks first for a username where there is none but the address', async () => {
    asMember('anna@example.com');
    await render(<MessengerButton href="#messenger" unread={0} />, site.lang);
    await button().click();
    await expect.poll(() => $modal.get()).toEqual({ type: 'UsernamePrompt' });
    expect(location.hash).toBe('');
  });
});

it('counts up to 99', async () => {
  await render(<MessengerButton href="/" unread={120} />, 'en');
  await expect.element(page.getByText('99+')).toBeVisible();
  await expectAccessible();
});
