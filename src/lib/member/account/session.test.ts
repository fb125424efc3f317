import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { activate, register } from '#contract/member/account-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import { members } from '#server/member/account/tables.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { aPerformer } from '#server/testing/people.ts';
import { callApp, createTestApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { call } from '../../api/call.ts';
import { $modal } from '../../shell/modal.ts';
import { $toast } from '../../shell/toast.ts';
import { type InMemoryBrowser, inMemoryBrowser } from '../../testing/in-memory.ts';
import { followMoments } from '../../tracking/moments.ts';
import { $wallet } from '../../wallet/spending/store.ts';
import { forgotForm } from '../password/forgot-password.ts';
import {
  INVALID_RESET_MS,
  leaveWhenNobody,
  openLander,
  openReset,
  openWithToken,
  resetForm,
} from '../password/reset-password.ts';
import { adoptSession } from './adopt-session.ts';
import { currentMember } from './current-member.ts';
import { logIn, loginForm } from './log-in.ts';
import { logOut } from './log-out.ts';
import { registerForm } from './register.ts';
import { $resend, resendActivation, SENT_SHOWN_MS } from './resend-activation.ts';
import { $session } from './store.ts';

type Handler = (payload: unknown) => void;
const socket = vi.hoisted(() => ({
  handlers: new Map<string, Handler>(),
  connected: null as ((state: 'connected') => void) | null,
  reconnects: 0,
}));
vi.mock('../../api/socket.ts', () => ({
  on: (name: string, handler: Handler) => {
    socket.handlers.set(name, handler);
    return () => socket.handlers.delete(name);
  },
  onConnection: (handler: (state: 'connected') => void) => {
    socket.connected = handler;
    return () => {
      socket.connected = null;
    };
  },
  reconnect: () => {
    socket.reconnects += 1;
  },
}));

const emptied = vi.hoisted(() => vi.fn());
vi.mock('../../shell/tabs/covered-page.ts', () => ({ emptyPage: emptied, coverPage: () => {} }));

// Tested by itself: one listener of a name is all that the socket here has room for.
vi.mock('../../messaging/popups/follow-messages.ts', () => ({ followMessages: () => () => {} }));
vi.mock('../../shell/favourites-flag.ts', () => ({ renewFavourites() {}, rememberFavourites() {} }));

let server: TestApp;
let browser: InMemoryBrowser;
const assign = vi.fn();

beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  vi.stubGlobal('location', { pathname: '/en/free', search: '?p=61&page=2', assign });
  if ($session.get().status === 'member') socket.handlers.get('session-ended')?.({});
  browser = inMemoryBrowser(server.app);
  assign.mockClear();
  emptied.mockClear();
  server.mail.sent.length = 0;
  $modal.set(null);
  for (const form of [loginForm, registerForm, forgotForm, resetForm]) form.reset();
  vi.stubGlobal('fetch', browser.fetch);
});

const password = 'Plein-16';
const signUp = async (email: string) => {
  expect(await registerForm.submit({ email, password, terms: true })).toBe(true);
  await runDueWork(server.outbox);
};
const inMail = (pattern: RegExp) => server.mail.sent.at(-1)?.text.match(pattern)?.[1] ?? '';
const resetLink = async (account: string) => {
  await forgotForm.submit({ account });
  await runDueWork(server.outbox);
  return inMail(/token=([\w-]+)/);
};

describe('registering', () => {
  it('logs in, keeps the token out of reach of scripts, and opens the confirmation', async () => {
    const before = socket.reconnects;
    const told = vi.fn();
    followMoments(told, { since: false });
    await signUp('anna@example.com');
    expect(told.mock.calls).toEqual([[{ name: 'sign-up' }]]);
    expect($session.get()).toMatchObject({ status: 'member', email: 'anna@example.com', verified: false });
    expect($wallet.get().credits).toBe(0);
    expect($modal.get()).toEqual({ type: 'RegistrationConfirmation', email: 'anna@example.com' });
    expect(socket.reconnects).toBe(before + 1);
    expect(JSON.stringify([$session.get(), $wallet.get(), $modal.get()])).not.toContain(
      browser.cookies.get('vonk_session'),
    );
  });

  it.each([
    ['/en/stream/Noor', '', 'next=%2Fen%2Fstream%2FNoor'],
    ['/profile/Noor', '?p=77', 'next=%2Fprofile%2FNoor%3Fp%3D77&p=77'],
    ['/en/free', '', 'next=%2Fen%2Ffree'],
    ['/', '', null],
  ])('on %s%s has the mail lead back there', async (pathname, search, query) => {
    vi.stubGlobal('location', { pathname, search, assign });
    await signUp(`back${pathname.replaceAll('/', '-')}@example.com`);
    const link = inMail(/(https?:\S+)/);
    if (query) expect(link).toContain(query);
    else expect(link).toMatch(/\?key=[\w-]+$/);
  });

  it('tells an address that is taken beside its field, and sends nothing that breaks a rule', async () => {
    await signUp('bram@example.com');
    expect(await registerForm.submit({ email: 'bram@example.com', password, terms: true })).toBe(false);
    expect(registerForm.$state.get()).toMatchObject({ fields: { email: 'member.register.emailExists' } });
    await registerForm.submit({ email: 'no address', password: 'short', terms: false });
    expect(registerForm.$state.get()).toMatchObject({
      label: null,
      fields: {
        email: 'member.registration.error.email_invalid',
        password: 'member.registration.error.password_minlength',
        terms: 'member.register.termsRequired',
      },
    });
  });

  it('shows the welcome credits when the server pushes that the address was verified', async () => {
    await signUp('cato@example.com');
    await callApp(server, activate, { key: inMail(/key=([\w-]+)/) });
    socket.handlers.get('member-changed')?.({});
    await expect.poll(() => $session.get()).toMatchObject({ verified: true });
    expect($wallet.get().credits).toBe(prices.welcome);
  });

  it('offers the mail again, and says for ten seconds that it went out', async () => {
    await signUp('dirk@example.com');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await resendActivation();
    expect($resend.get()).toBe('sent');
    await vi.advanceTimersByTimeAsync(SENT_SHOWN_MS);
    expect($resend.get()).toBe('idle');
    vi.useRealTimers();
    await runDueWork(server.outbox);
    expect(server.mail.sent).toHaveLength(2);
  });
});

describe('registering where no answer tells who has an account', () => {
  it('leaves a guest with the same confirmation for a new address and for one that is taken', async () => {
    const generic = variantOf(server, { config: { ...server.deps.config, loginLabels: 'generic' } });
    vi.stubGlobal('fetch', inMemoryBrowser(generic.app).fetch);
    for (const email of ['twice@example.com', 'twice@example.com']) {
      await signUp(email);
      expect($session.get()).toEqual({ status: 'guest' });
      expect($modal.get()).toEqual({ type: 'RegistrationConfirmation', email });
      $modal.set(null);
      registerForm.reset();
    }
    await resendActivation('twice@example.com');
    expect($resend.get()).toBe('sent');
    $resend.set('idle');
    await runDueWork(server.outbox);
    expect(server.mail.sent.map(({ to }) => to)).toEqual(Array(3).fill('twice@example.com'));
  });
});

describe('logging in', () => {
  it.each([
    ['a wrong password', 'eva@example.com', 'Wrong-16', { password: 'member.login.incorrectPassword' }],
    ['an unknown address', 'nobody@example.com', password, { username: 'member.login.notExists' }],
    ['no address', 'eva', password, { username: 'member.registration.error.invalid_email' }],
    [
      'nothing',
      ' ',
      ' ',
      {
        username: 'member.registration.error.username_required',
        password: 'member.registration.error.password_required',
      },
    ],
  ])('tells %s beside its field and leaves the page a guest’s', async (_, username, typed, fields) => {
    if (username === 'eva@example.com') await call(register, { email: username, password });
    expect(await loginForm.submit({ username, password: typed })).toBe(false);
    expect(loginForm.$state.get()).toMatchObject({ status: 'failed', fields });
    expect($session.get().status).toBe('guest');
  });

  it('reads the member first, and the favourites then', async () => {
    await signUp('guus@example.com');
    await logOut();
    socket.handlers.get('session-ended')?.({});
    const asked: string[] = [];
    vi.stubGlobal('fetch', (target: string, init: RequestInit) => {
      asked.push(new URL(target, 'http://site').pathname.replace('/api/member', ''));
      return browser.fetch(target, init);
    });
    await loginForm.submit({ username: 'guus@example.com', password });
    await expect.poll(() => asked).toEqual(['/login', '/basic-info', '/favourite']);
  });

  it('takes what was pasted with a blank', async () => {
    await signUp('fien@example.com');
    await logOut();
    expect(await loginForm.submit({ username: ' fien@example.com ', password: `${password} ` })).toBe(true);
    expect($session.get()).toMatchObject({ username: 'fien@example.com', capName: 'Fien@example.com' });
  });
});

describe('logging out', () => {
  it('ends the session and goes home in the page’s language with the basic query', async () => {
    await signUp('gijs@example.com');
    await logOut();
    expect(browser.cookies.has('vonk_session')).toBe(false);
    expect(assign).toHaveBeenCalledWith('/en?p=61');
    expect(emptied).toHaveBeenCalledWith();
  });

  it('follows when the session was ended elsewhere', async () => {
    await signUp('henk@example.com');
    socket.handlers.get('session-ended')?.({});
    expect($session.get()).toEqual({ status: 'guest' });
    expect($wallet.get().credits).toBeNull();
    expect(assign).toHaveBeenCalledWith('/en?p=61');
    expect(emptied).toHaveBeenCalledWith();
    expect(socket.handlers.size).toBe(0);
  });

  it('is noticed where the session ended before the page was connected', async () => {
    await signUp('joop@example.com');
    browser.cookies.clear();
    socket.connected?.('connected');
    await expect.poll(() => assign).toHaveBeenCalledWith('/en?p=61');
  });

  it('is forced when the member may not be read any more', async () => {
    await signUp('ilse@example.com');
    browser.cookies.clear();
    socket.handlers.get('member-changed')?.({});
    await expect.poll(() => assign).toHaveBeenCalledWith('/en?p=61');
  });

  it('is not forced while another tab gets the cookie’s next token', async () => {
    await signUp('moos@example.com');
    const cookies = [...browser.cookies];
    browser.cookies.clear();
    const read = currentMember.loadMember();
    await expect.poll(() => browser.cookies.has('vonk_session')).toBe(false);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await read;
    expect($session.get()).toMatchObject({ status: 'member', email: 'moos@example.com' });
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('a reset link', () => {
  it('logs in, opens the form, and its token pays for the new password', async () => {
    await signUp('jan@example.com');
    const token = await resetLink('jan@example.com');
    await openReset(token);
    expect($modal.get()).toEqual({ type: 'ResetPassword', token });
    const values = { newPassword: 'Gracht-17', repeatNewPassword: 'Gracht-17', token };
    expect(await resetForm.submit({ ...values, repeatNewPassword: 'other' })).toBe(false);
    expect(await resetForm.submit(values)).toBe(true);
    await logOut();
    expect(await loginForm.submit({ username: 'jan@example.com', password: 'Gracht-17' })).toBe(true);
  });

  it('that was used leads to asking for another, and whoever is logged in stays', async () => {
    await signUp('kees@example.com');
    const token = await resetLink('kees@example.com');
    await openReset(token);
    await openReset(token);
    expect($modal.get()).toEqual({ type: 'ForgotPassword', link: 'used' });
    expect($session.get()).toMatchObject({ email: 'kees@example.com' });
    await openReset('made-up');
    expect($modal.get()).toEqual({ type: 'ForgotPassword', link: 'expired' });
  });

  it('of nobody who is logged in leads home after a second', async () => {
    const stop = leaveWhenNobody();
    $modal.set({ type: 'ResetPassword', token: 'made-up' });
    expect(assign).not.toHaveBeenCalled();
    await expect.poll(() => assign).toHaveBeenCalledWith('/en?p=61');
    expect($modal.get()).toBeNull();
    stop();
  });

  it('of a member leads nowhere else', async () => {
    await signUp('karel@example.com');
    const stop = leaveWhenNobody();
    await new Promise((resolve) => setTimeout(resolve, INVALID_RESET_MS + 100));
    expect(assign).not.toHaveBeenCalled();
    stop();
  });

  it('is never asked for by text that is too short to be a name', async () => {
    expect(await forgotForm.submit({ account: 'abc' })).toBe(false);
    expect(await forgotForm.submit({ account: 'abcd' })).toBe(true);
  });

  it('is asked for without telling that the call failed', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    expect(await forgotForm.submit({ account: 'anna@example.com' })).toBe(true);
    expect(forgotForm.$state.get()).toEqual({ status: 'sent' });
    expect(logged).toHaveBeenCalledWith('recovery failed', 'UNAVAILABLE');
    logged.mockRestore();
  });

  it('is asked for with the performer’s page it was forgotten on', async () => {
    const { username } = await aPerformer(server);
    await signUp('ella@example.com');
    vi.stubGlobal('location', { pathname: `/en/stream/${username}`, search: '?p=61', assign });
    await resetLink('ella@example.com');
    expect(inMail(/(https?:\S+)\?/)).toMatch(new RegExp(`/stream/${username}$`));
  });
});

describe('a word of the operator', () => {
  it('is told at the login of the member it is for, and not again while the page stands', async () => {
    const word = 'Je adres is bevestigd, dank je wel.';
    await signUp('olga@example.com');
    expect([$session.get(), $toast.get()?.text]).not.toContainEqual(word);
    expect($session.get()).not.toHaveProperty('msgOnLogin');
    await server.deps.db
      .update(members)
      .set({ endUserText: word })
      .where(eq(members.email, 'olga@example.com'));
    $toast.set(null);
    await loginForm.submit({ username: 'olga@example.com', password });
    expect($session.get()).toMatchObject({ msgOnLogin: true, endUserText: word });
    expect($toast.get()).toMatchObject({ text: word });
    $toast.set(null);
    socket.handlers.get('member-changed')?.({});
    await expect.poll(() => $session.get()).not.toHaveProperty('msgOnLogin');
    expect($toast.get()).toBeNull();
  });
});

describe('a login link', () => {
  it('leads home, where an unverified member is shown how to verify', async () => {
    await signUp('loes@example.com');
    $modal.set(null);
    await openWithToken(await resetLink('loes@example.com'));
    expect(assign).toHaveBeenCalledWith('/en?action=lander&p=61');
    expect($modal.get()).toBeNull();
    vi.stubGlobal('location', { pathname: '/en', search: '?p=61', assign });
    await openLander();
    expect($modal.get()).toEqual({ type: 'RegistrationConfirmation', email: 'loes@example.com' });
  });

  it('stays where it opened the home page, and says when it does not work', async () => {
    vi.stubGlobal('location', { pathname: '/en', search: '?p=61', assign });
    await signUp('loek@example.com');
    const token = await resetLink('loek@example.com');
    $modal.set(null);
    await openWithToken(token);
    expect(assign).not.toHaveBeenCalled();
    expect($modal.get()).toEqual({ type: 'RegistrationConfirmation', email: 'loek@example.com' });
    $modal.set({ type: 'ResetPassword', token });
    await openWithToken(token);
    expect($modal.get()).toBeNull();
    expect($toast.get()).toMatchObject({
      kind: 'error',
      text: 'This link does not work any more. Log in with your password.',
    });
  });
});

describe('a login in another tab', () => {
  it('is taken over by a guest’s page, and changes nothing where the member is shown already', async () => {
    await call(register, { email: 'mia@example.com', password });
    await logIn({ username: 'mia@example.com', password });
    expect($session.get().status).toBe('guest');
    const before = socket.reconnects;
    await adoptSession();
    expect($session.get()).toMatchObject({ status: 'member', email: 'mia@example.com' });
    await adoptSession();
    expect(socket.reconnects).toBe(before + 1);
  });

  it('is shown although that tab gets the cookie’s next token at this moment', async () => {
    await signUp('nora@example.com');
    $session.set({ status: 'guest' });
    const cookies = [...browser.cookies];
    browser.cookies.clear();
    const adopted = adoptSession();
    await expect.poll(() => browser.cookies.has('vonk_session')).toBe(false);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await adopted;
    expect($session.get()).toMatchObject({ status: 'member', email: 'nora@example.com' });
  });

  it('that is over again leaves the page a guest’s', async () => {
    await adoptSession();
    expect($session.get()).toEqual({ status: 'guest' });
    expect(assign).not.toHaveBeenCalled();
  });
});
