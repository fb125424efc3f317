import { beforeEach, expect, it, vi } from 'vitest';
import { register } from '#contract/member/account/account-calls.ts';
import { confirmEmail } from '#contract/member/settings/email-calls.ts';
import { readPreferences } from '#contract/member/settings/settings-calls.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { call } from '../../api/call.ts';
import { $modal, closeModal } from '../../shell/start/dialogs.ts';
import { $session } from '../../shell/start/session.ts';
import { type InMemoryBrowser, inMemoryBrowser } from '../../testing/transport.ts';
import { currentMember } from '../account/current-member.ts';
import { logIn } from '../account/log-in.ts';
import {
  $pendingEmail,
  cancelEmailChange,
  changeLanguage,
  chooseMail,
  emailForm,
  passwordForm,
} from './settings.ts';
import { createUsername, type UsernameStore } from './username.ts';
import { createUsernamePrompt } from './username-prompt.ts';

vi.mock('../../api/socket/socket.ts', () => ({
  on: () => () => {},
  onConnection: () => () => {},
  reconnect() {},
}));
// Loaded on demand: it may finish after the test that started it.
vi.mock('../../messaging/popups/popups.ts', () => ({ followMessages: () => () => {} }));
vi.mock('../favourites/favourites.ts', () => ({ listenToFavourites: () => () => {} }));

const server = startTestApp();
let browser: InMemoryBrowser;
let email: string;
let made = 0;
let names: UsernameStore;
const password = 'Plein-16';
const kept = new Map<string, string>();

beforeEach(async () => {
  browser = inMemoryBrowser(server.app);
  kept.clear();
  vi.stubGlobal('fetch', browser.fetch);
  vi.stubGlobal('location', { pathname: '/settings', search: '', assign: vi.fn() });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  for (const form of [emailForm, passwordForm]) form.reset();
  $pendingEmail.set(null);
  names = createUsername();
  closeModal();
  made += 1;
  email = `lid${made}@example.com`;
  await callApp(server, register, { email, password });
  await logIn({ username: email, password });
  await currentMember.loadMember();
});

const wish = (fresh: string) => ({ email: fresh, repeatEmail: fresh, password, current: email });

it('requests a new address, stores it as pending, and can cancel it', async () => {
  expect(await emailForm.submit(wish(` new${made}@example.com `))).toBe(true);
  expect($pendingEmail.get()).toBe(`new${made}@example.com`);
  expect((await call(readPreferences, {})).pendingEmail).toBe(`new${made}@example.com`);
  await cancelEmailChange();
  expect($pendingEmail.get()).toBeNull();
  expect((await call(readPreferences, {})).pendingEmail).toBeNull();
});

it('shows the new address once it is confirmed', async () => {
  await emailForm.submit(wish(`new${made}@example.com`));
  while ((await runDueWork(server.outbox)) > 0);
  const key = server.mail.sent.at(-1)?.text.match(/key=([\w-]+)/)?.[1] ?? '';
  await callApp(server, confirmEmail, { key });
  await currentMember.loadMember();
  expect($session.get()).toMatchObject({ email: `new${made}@example.com` });
});

it.each([
  [
    'the old one',
    { email: 'LID@example.com', repeatEmail: 'lid@example.com', current: 'lid@example.com' },
    { email: 'settings.email.same' },
  ],
  ['a repetition that differs', { repeatEmail: 'x@example.com' }, { repeatEmail: 'settings.email.notEqual' }],
  ['no password', { password: '' }, { password: 'member.registration.error.password_required' }],
  ['a wrong password', { password: 'Wrong-16' }, { password: 'member.login.incorrectPassword' }],
])('refuses a new address with %s', async (_, wrong, fields) => {
  const values = { ...wish('fresh@example.com'), ...wrong };
  expect(await emailForm.submit(values)).toBe(false);
  expect(emailForm.$state.get()).toMatchObject({ status: 'failed', fields });
});

it('changes the password, which then logs in', async () => {
  const fresh = 'Gracht-17';
  expect(await passwordForm.submit({ password, newPassword: fresh, repeatNewPassword: fresh })).toBe(true);
  await expect(logIn({ username: email, password })).rejects.toMatchObject({
    label: 'badRequest.incorrectPassword',
  });
  await logIn({ username: email, password: fresh });
});

const newOne = { password, newPassword: 'Gracht-17', repeatNewPassword: 'Gracht-17' };
it.each([
  ['no old one', { password: '' }, { password: 'settings.password.oldRequired' }],
  ['a wrong old one', { password: 'Wrong-16' }, { password: 'settings.password.wrongOld' }],
  [
    'the old one again',
    { newPassword: password, repeatNewPassword: password },
    { newPassword: 'settings.password.same' },
  ],
  ['a repetition that differs', { repeatNewPassword: 'x' }, { repeatNewPassword: 'member.reset.notEqual' }],
  [
    'one that breaks the rule',
    { newPassword: 'short', repeatNewPassword: 'short' },
    { newPassword: 'member.registration.error.password_minlength' },
  ],
])('P5.16 refuses a password with %s', async (_, wrong, fields) => {
  expect(await passwordForm.submit({ ...newOne, ...wrong })).toBe(false);
  expect(passwordForm.$state.get()).toMatchObject({ status: 'failed', fields });
});

it('P8.7 shows an unknown failure to change the password', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ label: 'UNDEFINED_ERROR' }, { status: 500 }));
  expect(await passwordForm.submit(newOne)).toBe(false);
  expect(passwordForm.$state.get()).toMatchObject({
    label: 'UNDEFINED_ERROR',
    message: 'settings.password.failed',
  });
});

it('checks a name after a pause in typing, and suggests others', async () => {
  names.lookUpUsername('Si', email);
  names.lookUpUsername('Sien_1', email);
  names.lookUpUsername(`Sien_${made}`, email);
  expect(names.$availability.get()).toBe('asking');
  await expect.poll(() => names.$availability.get()).toBe('free');
  expect(names.$suggestions.get().length).toBeGreaterThan(2);
  expect(names.$suggestions.get()).not.toContain(`Sien_${made}`);
  expect(await names.usernameForm.submit({ username: `Sien_${made}` })).toBe(true);
  expect($session.get()).toMatchObject({ username: `Sien_${made}`, email });
});

it('shows that a name is taken, and that a suggestion is free', async () => {
  await names.usernameForm.submit({ username: `Truus${made}` });
  names.lookUpUsername(`TRUUS${made}`, email);
  await expect.poll(() => names.$availability.get()).toBe('taken');
  names.takeSuggestion();
  expect(names.$availability.get()).toBe('free');
});

it.each([
  ['Ann', 'nicknameLength'],
  ['Anna!', 'invalidChar'],
  ['Support', 'forbiddenWords'],
])('P8.8 shows what is wrong with %s in words', async (username, name) => {
  expect(await names.usernameForm.submit({ username })).toBe(false);
  const message = `settings.username.error.${name}`;
  expect(names.usernameForm.$state.get()).toMatchObject({ fields: { username: message } });
});

it.each(['username_exists', 'forbiddenWords', 'invalidChar', 'nicknameLength'] as const)(
  'P8.8 shows the server’s refusal %s at the field',
  async (name) => {
    vi.stubGlobal('fetch', async () => Response.json({ label: `badRequest.${name}` }, { status: 400 }));
    await names.usernameForm.submit({ username: 'Sientje' });
    const message = `settings.username.error.${name}`;
    expect(names.usernameForm.$state.get()).toMatchObject({ fields: { username: message } });
  },
);

it('stores the language and the mail settings', async () => {
  await changeLanguage('en');
  await chooseMail('messages', false);
  expect(await call(readPreferences, {})).toMatchObject({ language: 'en', mails: { messages: false } });
});

it('P2.106 P4.20 asks for a username before a waiting act, then continues', async () => {
  const act = vi.fn();
  const { withUsername, goOn } = createUsernamePrompt();
  withUsername(act);
  expect($modal.get()).toEqual({ type: 'UsernamePrompt' });
  expect(act).not.toHaveBeenCalled();
  await names.usernameForm.submit({ username: `Wim${made}_` });
  goOn();
  expect(act).toHaveBeenCalledOnce();
  withUsername(act);
  expect(act).toHaveBeenCalledTimes(2);
});

it('P2.106 P4.20 drops the waiting act without an answer, and does not ask again after it was postponed', () => {
  const act = vi.fn();
  const { withUsername, goOn, putOff, close } = createUsernamePrompt();
  withUsername(act);
  close();
  goOn();
  expect(act).not.toHaveBeenCalled();
  withUsername(act);
  closeModal();
  putOff();
  withUsername(act);
  expect(act).toHaveBeenCalledTimes(2);
  expect($modal.get()).toBeNull();
});
