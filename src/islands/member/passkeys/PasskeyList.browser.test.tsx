import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PASSKEYS_MAX, type Passkey } from '#contract/member/passkey-calls.ts';
import { studioPasskeys } from '#lib/desk/passkeys.ts';
import { memberPasskeys } from '#lib/member/passkeys/passkeys.ts';
import { $toast } from '#lib/shell/start/feedback.ts';
import { ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { PasskeyList } from './PasskeyList.tsx';

const sites = [
  {
    lang: 'nl',
    add: 'Passkey toevoegen',
    current: 'Je huidige wachtwoord',
    go: 'Verder',
    required: 'Vul een wachtwoord in.',
    wrong: 'Dit wachtwoord klopt niet.',
    notMade: 'Er is geen passkey gemaakt.',
    exists: 'Op dit apparaat staat al een passkey voor je account.',
    rename: 'Naam wijzigen van Laptop',
    name: 'Naam',
    save: 'Opslaan',
    nameRequired: 'Geef je passkey een naam.',
    nameLong: 'Een naam heeft hooguit 60 tekens.',
    gone: 'Deze passkey is er niet meer. Laad de pagina opnieuw.',
    remove: 'Verwijderen: Laptop',
    yes: 'Ja, verwijderen',
    cancel: 'Annuleren',
    none: 'Je hebt nog geen passkey.',
    unsupported: 'Deze browser kan hier geen passkey maken.',
    full: 'Je hebt er al 10. Verwijder er eerst een.',
    copied: 'Deze passkey lijkt gekopieerd. Verwijder hem en maak een nieuwe.',
  },
  {
    lang: 'en',
    add: 'Add a passkey',
    current: 'Your current password',
    go: 'Continue',
    required: 'Enter a password.',
    wrong: 'This password is not correct.',
    notMade: 'No passkey was made.',
    exists: 'This device has a passkey for your account already.',
    rename: 'Rename Laptop',
    name: 'Name',
    save: 'Save',
    nameRequired: 'Give your passkey a name.',
    nameLong: 'A name has at most 60 characters.',
    gone: 'This passkey is not there any more. Reload the page.',
    remove: 'Remove Laptop',
    yes: 'Yes, remove',
    cancel: 'Cancel',
    none: 'You have no passkey yet.',
    unsupported: 'This browser cannot make a passkey here.',
    full: 'You have 10 already. Remove one first.',
    copied: 'This passkey seems to have been copied. Remove it and make a new one.',
  },
] as const;

const laptop: Passkey = {
  passkey: '0b3c7a1e-5f0e-4c0f-9d3a-000000000001',
  name: 'Laptop',
  createdAt: '2026-11-20T12:00:00.000Z',
  lastUsedAt: null,
  isSynced: false,
  isCopied: false,
};

const options = {
  rp: { id: 'localhost', name: 'Vonk' },
  user: { id: 'AAAA', name: 'anna@example.com', displayName: 'anna' },
  challenge: 'AAAA',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
};

describe.each(ofThisRun(sites))('the passkeys of a member ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    memberPasskeys.$passkeys.set(null);
    $toast.set(null);
  });
  const show = (list: readonly Passkey[]) =>
    render(
      <PasskeyList first={list} account="anna@example.com" passkeys={memberPasskeys} locale={site.lang} />,
      site.lang,
    );
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const password = () => page.getByLabelText(site.current, { exact: true });

  it('are added with the password: a missing or wrong one is shown at the field', async () => {
    await show([]);
    await button(site.add).click();
    await expect.element(password()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(password()).toHaveAccessibleDescription(site.required);
    expect(api.requests).toEqual([]);
    await password().fill('Wrong-16');
    await button(site.go).click();
    await expect.poll(() => api.requests.length).toBe(1);
    expect(api.requests[0]).toMatchObject({
      path: '/api/member/passkeys/challenge',
      body: { password: 'Wrong-16' },
    });
    api.answer(400, { label: 'badRequest.incorrectPassword' });
    await expect.element(password()).toHaveAccessibleDescription(site.wrong);
    await expect.element(password()).toHaveFocus();
    await expect.element(password()).toHaveValue('Wrong-16');
  });

  it.each([
    ['NotAllowedError', site.notMade],
    ['InvalidStateError', site.exists],
  ] as const)('are not added when the browser throws %s, which is shown', async (name, message) => {
    const create = vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('no', name));
    await show([]);
    await button(site.add).click();
    await password().fill('Plein-16');
    await button(site.go).click();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, { options });
    await expect.element(page.getByText(message)).toBeVisible();
    expect(create).toHaveBeenCalledTimes(1);
    expect(api.requests).toHaveLength(1);
    await expect.element(password()).toHaveValue('Plein-16');
  });

  it('can be renamed, with the rule checked before the request', async () => {
    await show([laptop]);
    await button(site.rename).click();
    const name = page.getByLabelText(site.name, { exact: true });
    await expect.element(name).toHaveFocus();
    await name.fill(' ');
    await button(site.save).click();
    await expect.element(name).toHaveAccessibleDescription(site.nameRequired);
    await name.fill('x'.repeat(61));
    await button(site.save).click();
    await expect.element(name).toHaveAccessibleDescription(site.nameLong);
    expect(api.requests).toEqual([]);
    await name.fill('Telefoon');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.requests.length).toBe(1);
    expect(api.requests[0]).toMatchObject({
      method: 'PUT',
      path: `/api/member/passkeys/${laptop.passkey}`,
      body: { name: 'Telefoon' },
    });
    api.answer(400, { label: 'badRequest.passkey.notExists' });
    await expect.element(page.getByText(site.gone)).toBeVisible();
    await button(site.save).click();
    await expect.poll(() => api.requests.length).toBe(2);
    api.answer(200, true);
    await expect.element(page.getByText('Telefoon', { exact: true })).toBeVisible();
  });

  it('are removed after a confirmation, which can be declined', async () => {
    await show([laptop]);
    await button(site.remove).click();
    await button(site.cancel).click();
    await expect.element(button(site.rename)).toHaveFocus();
    expect(api.requests).toEqual([]);
    await button(site.remove).click();
    await button(site.yes).click();
    await expect.poll(() => api.requests.length).toBe(1);
    api.lose();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByText('Laptop', { exact: true })).toBeVisible();
    await button(site.yes).click();
    await expect.poll(() => api.requests.length).toBe(2);
    api.answer(200, true);
    await expect.element(page.getByText(site.none)).toBeVisible();
  });

  it('show which one seems to be copied, and when the limit is reached', async () => {
    const many = Array.from({ length: PASSKEYS_MAX }, (_, n) => ({
      ...laptop,
      passkey: `0b3c7a1e-5f0e-4c0f-9d3a-00000000001${n}`,
      name: `Laptop ${n}`,
      isCopied: n === 3,
    }));
    await show(many);
    await expect.element(page.getByText(site.full)).toBeVisible();
    await expect.element(page.getByText(site.copied)).toBeVisible();
    expect(button(site.add).elements()).toEqual([]);
  });

  it('cannot be added in a browser without them, which is shown in place of the button', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    await show([laptop]);
    await expect.element(page.getByText(site.unsupported)).toBeVisible();
    expect(button(site.add).elements()).toEqual([]);
    await expect.element(button(site.remove)).toBeVisible();
  });

  it('are a performer’s in the studio', async () => {
    studioPasskeys.$passkeys.set(null);
    await render(
      <PasskeyList first={[laptop]} account="Vera" passkeys={studioPasskeys} locale={site.lang} />,
      site.lang,
    );
    await button(site.add).click();
    await password().fill('Plein-16');
    await button(site.go).click();
    await expect.poll(() => api.requests).toMatchObject([{ path: '/api/studio/passkeys/challenge' }]);
    api.answer(400, { label: 'badRequest.incorrectPassword' });
    await expect.element(password()).toHaveAccessibleDescription(site.wrong);
    await button(site.cancel).click();
    await button(site.remove).click();
    await button(site.yes).click();
    await expect
      .poll(() => api.requests[1])
      .toMatchObject({ method: 'DELETE', path: `/api/studio/passkeys/${laptop.passkey}` });
    api.answer(200, true);
    await expect.element(page.getByText(site.none)).toBeVisible();
  });
});
