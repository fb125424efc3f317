import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $chat } from '#lib/chat/store.ts';
import { $modal, openModal } from '#lib/shell/start/dialogs.ts';
import { $dialIn, noDialIn } from '#lib/wallet/store.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import { InDialog } from '../../testing/InDialog.tsx';
import { ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { Nickname } from './Nickname.tsx';

const sites = [
  {
    lang: 'nl',
    name: 'Naam',
    use: 'Gebruik deze naam',
    hint: '4 tot 14 letters, cijfers, streepjes of liggende streepjes.',
    length: 'Gebruik 4 tot 14 tekens.',
    letters: 'Gebruik alleen letters, cijfers, streepjes en liggende streepjes.',
    forbidden: 'Deze naam kan niet. Kies een andere.',
    taken: 'Iemand anders heet al zo. Kies een andere naam.',
    tooMany: 'Dat ging wat snel. Wacht even en probeer het nog eens.',
  },
  {
    lang: 'en',
    name: 'Name',
    use: 'Use this name',
    hint: '4 to 14 letters, digits, hyphens or underscores.',
    length: 'Use 4 to 14 characters.',
    letters: 'Use letters, digits, hyphens and underscores only.',
    forbidden: 'This name is not possible. Choose another one.',
    taken: 'Somebody else goes by this name. Choose another one.',
    tooMany: 'That was a bit fast. Wait a moment and try again.',
  },
] as const;

describe.each(ofThisRun(sites))('the name of a guest paying by phone ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(async () => {
    api = stubApi();
    $dialIn.set({ ...noDialIn, active: true, session: 's1', state: 'IN_CALL' });
    $chat.set({ status: 'failed', performer: 'Vera', label: 'badRequest.nickname.required' });
    openModal({ type: 'Nickname' });
    await render(
      <InDialog>
        <Nickname />
      </InDialog>,
      site.lang,
    );
  });
  const field = () => page.getByRole('textbox', { name: site.name });
  const send = async (name: string) => {
    await field().fill(name);
    await userEvent.keyboard('{Enter}');
  };

  it('L2.5 is requested before joining', async () => {
    await expect.element(field()).toHaveAccessibleDescription(site.hint);
    await send('Zonnetje');
    const meta = { nickname: 'Zonnetje' };
    const path = '/api/member/chat/join';
    await expect
      .poll(() => api.requests)
      .toEqual([{ method: 'POST', path, body: { performer: 'Vera', session: 's1', meta } }]);
    api.answer(200, { token: 't' });
    await expect.poll(() => $modal.get()).toBeNull();
    expect($dialIn.get().nickname).toBe('Zonnetje');
  });

  it.each([
    ['Zon', site.length],
    ['Zon net', site.letters],
    ['Adm1n', site.forbidden],
  ])('%s is refused on the page, at the field', async (name, message) => {
    await send(name);
    await expect.element(field()).toHaveAccessibleDescription(message);
    await expect.element(field()).toHaveFocus();
    expect(api.requests).toEqual([]);
  });

  it.each([
    ['badRequest.username_exists', site.taken],
    ['badRequest.forbiddenWords', site.forbidden],
  ])('L8.5 stays in the field when the server refuses it (%s)', async (label, message) => {
    await send('Zonnetje');
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(400, { label });
    await expect.element(field()).toHaveAccessibleDescription(message);
    await expect.element(field()).toHaveValue('Zonnetje');
    expect($modal.get()).toEqual({ type: 'Nickname' });
  });

  it('says when a name was sent too often', async () => {
    await send('Zonnetje');
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(400, { label: 'badRequest.tooMany' });
    await expect.element(page.getByText(site.tooMany)).toBeVisible();
    await expect.element(field()).toHaveValue('Zonnetje');
  });

  it('can be changed in the chat', async () => {
    $chat.set({ ...watchingAs('phone'), sender: 'Zonnetje' });
    await send('Maantje');
    await expect
      .poll(() => api.requests.at(-1)?.body)
      .toMatchObject({
        action: 'changeNickname',
        auth: 'auth',
        data: { newNickname: 'Maantje' },
      });
    api.answer(200, { sender: 'Maantje' });
    await expect.poll(() => $chat.get()).toMatchObject({ sender: 'Maantje' });
    expect($modal.get()).toBeNull();
  });
});
