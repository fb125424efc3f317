import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeModal, openModal } from '#lib/shell/start/dialogs.ts';
import { $session } from '#lib/shell/start/session.ts';
import { logInAnna } from '#lib/testing/visitor.ts';
import { mountModalHost } from '../hosts/ModalHost.tsx';
import { expectAccessible, ofThisRun, render, type StubbedApi, stubApi } from '../testing/render.ts';

const sites = [
  {
    lang: 'nl',
    path: '/stream/Sofie',
    title: 'Sofie melden',
    reason: 'Waar gaat het over?',
    choose: 'Kies een reden.',
    fraud: 'Oplichting of spam',
    details: 'Wat zag je? (niet verplicht)',
    email: 'Je e-mailadres',
    wrong: 'Vul een geldig e-mailadres in.',
    send: 'Melding versturen',
    failed: 'Je hebt veel meldingen gestuurd. Wacht een uur.',
    sent: /Het nummer van je melding is R-61\./,
  },
  {
    lang: 'en',
    path: '/en/stream/Sofie',
    title: 'Report Sofie',
    reason: 'What is it about?',
    choose: 'Choose a reason.',
    fraud: 'Fraud or spam',
    details: 'What did you see? (optional)',
    email: 'Your e-mail address',
    wrong: 'Enter a valid e-mail address.',
    send: 'Send report',
    failed: 'You have sent many reports. Please wait an hour.',
    sent: /The number of your report is R-61\./,
  },
] as const;

describe.each(ofThisRun(sites))('reporting a performer ($lang)', (site) => {
  const before = location.href;
  let host: Awaited<ReturnType<typeof mountModalHost>>;
  let api: StubbedApi;
  beforeEach(async () => {
    api = stubApi();
    closeModal();
    history.replaceState(null, '', site.path);
    document.documentElement.lang = site.lang;
    host = await mountModalHost();
    await render(
      <button type="button" onClick={() => openModal({ type: 'Report' })}>
        Open
      </button>,
      site.lang,
    );
    const open = page.getByRole('button', { name: 'Open' });
    await expect.element(open).toBeVisible();
    open.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).toBeVisible();
  });
  afterEach(() => {
    closeModal();
    host.unmount();
    history.replaceState(null, '', before);
  });
  const dialog = () => page.getByRole('dialog', { name: site.title });
  const send = async () => {
    dialog().getByRole('button', { name: site.send }).element().focus();
    await userEvent.keyboard('{Enter}');
  };

  it('requires a reason and a valid address at their fields, and keeps the input', async () => {
    await userEvent.fill(dialog().getByLabelText(site.details), 'Een tekst');
    await userEvent.fill(dialog().getByLabelText(site.email), 'anna@');
    await send();
    const reason = dialog().getByLabelText(site.reason);
    await expect.element(reason).toHaveAccessibleDescription(site.choose);
    await expect.element(reason).toHaveFocus();
    await userEvent.selectOptions(reason, site.fraud);
    await send();
    const email = dialog().getByLabelText(site.email);
    await expect.element(email).toHaveAccessibleDescription(new RegExp(site.wrong));
    await expect.element(dialog().getByLabelText(site.details)).toHaveValue('Een tekst');
    expect(api.requests).toEqual([]);
  });

  it('is resent with the same key after a failure, and then shows its number', async () => {
    await userEvent.selectOptions(dialog().getByLabelText(site.reason), site.fraud);
    await userEvent.fill(dialog().getByLabelText(site.email), 'anna@example.com');
    await send();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(429, { label: 'badRequest.tooMany' });
    await expect.element(dialog().getByText(site.failed)).toBeVisible();
    await send();
    await expect.poll(() => api.requests.length).toBe(2);
    const [first, second] = api.requests.map(({ body }) => body as { key: string });
    expect(second).toEqual(first);
    expect(first).toMatchObject({ performer: 'Sofie', place: 'stream', reason: 'fraud', lang: site.lang });
    api.answer(200, { number: 'R-61', standing: 'fine', waitsUntil: null });
    await expect.element(page.getByRole('dialog').getByText(site.sent)).toBeVisible();
  });
});

const conversationSites = [
  {
    lang: 'nl',
    path: '/messenger/Vera',
    title: 'Vera melden',
    text: /leest dan de laatste 50 berichten van dit gesprek/,
    fraud: 'Oplichting of spam',
    reason: 'Waar gaat het over?',
    send: 'Melding versturen',
    sent: /Het nummer van je melding is R-62\./,
    studio: '/studio/live',
    inRoom: /de laatste 50 berichten van Vera in je kamer/,
    threats: 'Bedreiging of chantage',
    guest: /Je kunt alleen leden melden/,
  },
  {
    lang: 'en',
    path: '/en/messenger/Vera',
    title: 'Report Vera',
    text: /then reads the last 50 messages of this conversation/,
    fraud: 'Fraud or spam',
    reason: 'What is it about?',
    send: 'Send report',
    sent: /The number of your report is R-62\./,
    studio: '/en/studio/live',
    inRoom: /the last 50 messages of Vera in your room/,
    threats: 'Threats or blackmail',
    guest: /You can report members only/,
  },
] as const;

describe.each(ofThisRun(conversationSites))('reporting a conversation ($lang)', (site) => {
  const before = location.href;
  afterEach(() => {
    closeModal();
    $session.set({ status: 'guest' });
    history.replaceState(null, '', before);
  });

  it('says who will read it, is sent without an address, and shows its number', async () => {
    const api = stubApi();
    history.replaceState(null, '', site.path);
    document.documentElement.lang = site.lang;
    logInAnna();
    const host = await mountModalHost();
    openModal({ type: 'ReportConversation', conversation: 7, name: 'Vera' });
    const dialog = page.getByRole('dialog', { name: site.title });
    await expect.element(dialog.getByText(site.text)).toBeVisible();
    await expectAccessible();
    await userEvent.selectOptions(dialog.getByLabelText(site.reason), site.fraud);
    dialog.getByRole('button', { name: site.send }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.requests.length).toBe(1);
    expect(api.requests[0]).toMatchObject({
      method: 'POST',
      path: expect.stringMatching(/\/inbox\/7\/report$/),
      body: { reason: 'fraud', email: '', lang: site.lang },
    });
    api.answer(200, { number: 'R-62', standing: 'fine', waitsUntil: null });
    await expect.element(page.getByRole('dialog').getByText(site.sent)).toBeVisible();
    host.unmount();
  });

  it('has reasons of its own for a performer who reports a member of her room', async () => {
    const api = stubApi();
    history.replaceState(null, '', site.studio);
    document.documentElement.lang = site.lang;
    const host = await mountModalHost();
    openModal({ type: 'ReportMember', member: { target: { session: 's1' } }, name: 'Vera' });
    const dialog = page.getByRole('dialog', { name: site.title });
    await expect.element(dialog.getByText(site.inRoom)).toBeVisible();
    await expectAccessible();
    await userEvent.selectOptions(dialog.getByLabelText(site.reason), site.threats);
    await dialog.getByRole('button', { name: site.send }).click();
    await expect.poll(() => api.requests.length).toBe(1);
    expect(api.requests[0]).toMatchObject({
      path: expect.stringMatching(/\/studio\/room\/report$/),
      body: { target: { session: 's1' }, reason: 'threats', email: '', lang: site.lang },
    });
    api.answer(400, { label: 'badRequest.report.guest' });
    await expect.element(dialog.getByText(site.guest)).toBeVisible();
    host.unmount();
  });
});
