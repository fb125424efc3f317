import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openRoom } from '#lib/chat/room/messages.ts';
import { $chat } from '#lib/chat/session/store.ts';
import { $modal, closeModal } from '#lib/shell/modal.ts';
import { render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { watchingAs } from '../../testing/watching.ts';
import { ChatTab } from './ChatTab.tsx';

const sites = [
  {
    lang: 'nl',
    write: 'Schrijf een bericht',
    send: 'Verstuur',
    hello: 'Hoi! Hoe gaat het?',
    quiet: 'Nog stil hier. Zeg Vera gedag!',
    register: 'Meld je aan om Vera te schrijven',
  },
  {
    lang: 'en',
    write: 'Write a message',
    send: 'Send',
    hello: 'Hi! How are you?',
    quiet: 'Quiet so far. Say hello to Vera!',
    register: 'Sign up to write to Vera',
  },
] as const;

describe.each(sites)('the chat ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    closeModal();
    openRoom([]);
  });

  const open = (as: 'guest' | 'member') => {
    $chat.set(watchingAs(as));
    return render(<ChatTab name="Vera" />, site.lang);
  };
  const field = () => page.getByRole('textbox', { name: site.write });

  it('has a field for a message, which stands in the log once it is sent', async () => {
    await open('member');
    await expect.element(page.getByText(site.quiet)).toBeVisible();
    await expect.element(field()).toHaveAttribute('placeholder', site.write);
    await expect.element(page.getByRole('button', { name: site.send })).toBeDisabled();
    await field().fill(site.hello);
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('');
    await expect.poll(() => api.asked).toMatchObject([{ body: { data: { message: site.hello } } }]);
    const [{ clientId } = { clientId: '' }] = api.asked.map(({ body }) => body as { clientId: string });
    const said = { id: 'm1', seq: 1, messageType: 'member', sender: 'anna', message: site.hello };
    api.answer(200, { message: { ...said, clientId, amount: null, sentAt: '2026-11-20T12:00:00Z' } });
    await expect.element(page.getByRole('log')).toHaveTextContent(`anna ${site.hello}`);
    await expect.element(page.getByText(site.quiet)).not.toBeInTheDocument();
  });

  it('asks a guest who wants to write to sign up', async () => {
    await open('guest');
    await expect.element(field()).not.toBeInTheDocument();
    await page.getByRole('button', { name: site.register }).click();
    expect($modal.get()).toEqual({ type: 'Register' });
  });
});
