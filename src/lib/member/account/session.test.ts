import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { activate, register } from '#contract/member/account/account-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import { members } from '#server/member/tables.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp, variantOf } from '#server/testing/test-app.ts';
import { call } from '../../api/call.ts';
import { adoptSession } from '../../late/adopt-session.ts';
import { followMoments } from '../../shell/moments.ts';
import { $modal } from '../../shell/start/dialogs.ts';
import { $toast } from '../../shell/start/feedback.ts';
import { $session } from '../../shell/start/session.ts';
import { type InMemoryBrowser, inMemoryBrowser } from '../../testing/transport.ts';
import { $wallet } from '../../wallet/store.ts';
import {
  forgotForm,
  INVALID_RESET_MS,
  leaveWhenNobody,
  openLander,
  openReset,
  openWithToken,
  resetForm,
} from '../password/reset-password.ts';
import { $resend, resendActivation, SENT_SHOWN_MS } from './activation-mail.ts';
import { currentMember, logOut, RENEWAL_MS } from './current-member.ts';
import { logIn, loginForm } from './log-in.ts';
import { registerForm } from './register.ts';

type Handler = (payload: unknown) => void;
const socket = vi.hoisted(() => ({
  handlers: new Map<string, Handler>(),
  connected: null as ((state: 'connected') => void) | null,
  reconnects: 0,
}));
vi.mock('../../api/socket/socket.ts', () => ({
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
vi.mock('../../shell/late/member-page.ts', async (original) => ({
  ...(await original<typeof import('../../shell/late/member-page.ts')>()),
  emptyPage: emptied,
}));

// Tested on its own: the fake socket here supports one listener per name.
vi.mock('../../messaging/popups/popups.ts', () => ({ followMessages: () => () => {} }));
vi.mock('../../shell/late/favourites-flag.ts', () => ({ renewFavourites() {}, rememberFavourites() {} }));

const server = startTestApp();

/** From now on the test moves the clock of timers, among them that of another attempt to read the member. */
const stopTimers = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** Moves the clock until the check passes. */
const afterRenewal = (check: () => void) =>
  vi.waitFor(
    () => {
      vi.advanceTimersByTime(RENEWAL_MS);
      check();
    },
    { timeout: 10_000 },
  );

/** Returns the number of calls refused from now on. */
function countRefusals(): () => number {
  let count = 0;
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const response = await browser.fetch(...args);
    if (response.status === 401) count += 1;
    return response;
  });
  return () => count;
}
let browser: InMemoryBrowser;
const assign = vi.fn();

beforeEach(async () => {
  vi.stubGlobal('location', { pathname: '/en/free', search: '?p=61&page=2', assign });
  vi.useRealTimers();
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
  it('P2.90 P2.91 P3.5 P3.6 P4.12 P4.14 logs in, keeps the token from scripts, and opens the confirmation', async () => {
    const before = socket.reconnects;
    const onMoment = vi.fn();
    followMoments(onMoment, { since: false });
    await signUp('anna@example.com');
    expect(onMoment.mock.calls).toEqual([[{ name: 'sign-up' }]]);
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
  ])('P3.29 on %s%s sends a mail that leads back there', async (pathname, search, query) => {
    vi.stubGlobal('location', { pathname, search, assign });
    await signUp(`back${pathname.replaceAll('/', '-')}@example.com`);
    const link = inMail(/(https?:\S+)/);
    if (query) expect(link).toContain(query);
    // The affiliate of the visit.
    else expect(link).toMatch(/\?key=[\w-]+&p=61$/);
  });

  it('P4.13 P8.10 shows at its field that the address is taken, and sends nothing invalid', async () => {
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

  it('shows the welcome credits when the server pushes the verification', async () => {
    await signUp('cato@example.com');
    await callApp(server, activate, { key: inMail(/key=([\w-]+)/) });
    socket.handlers.get('member-changed')?.({});
    await expect.poll(() => $session.get()).toMatchObject({ verified: true });
    expect($wallet.get().credits).toBe(prices.welcome);
  });

  it('P4.19 offers to resend the mail, and confirms it for ten seconds', async () => {
    await signUp('dirk@example.com');
    stopTimers();
    await resendActivation();
    expect($resend.get()).toBe('sent');
    await vi.advanceTimersByTimeAsync(SENT_SHOWN_MS);
    expect($resend.get()).toBe('idle');
    vi.useRealTimers();
    await runDueWork(server.outbox);
    expect(server.mail.sent).toHaveLength(2);
  });
});

describe('registering without revealing existing accounts', () => {
  it('shows a guest the same confirmation for a new and a taken address', async () => {
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

describe('P2.92 logging in', () => {
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
  ])(
    'P3.16 P5.5 P8.1 P8.3 shows %s at its field and keeps the page a guest’s',
    async (_, username, typed, fields) => {
      if (username === 'eva@example.com') await call(register, { email: username, password });
      expect(await loginForm.submit({ username, password: typed })).toBe(false);
      expect(loginForm.$state.get()).toMatchObject({ status: 'failed', fields });
      expect($session.get().status).toBe('guest');
    },
  );

  it.each([
    ['badRequest.login.deleted', { fields: { username: 'member.login.deleted' }, message: null }],
    ['badRequest.invalid.login', { fields: {}, message: 'member.login.invalid' }],
  ])('P8.2 P8.6 shows %s', async (label, shown) => {
    vi.stubGlobal('fetch', async () => Response.json({ label }, { status: 400 }));
    expect(await loginForm.submit({ username: 'eva@example.com', password })).toBe(false);
    expect(loginForm.$state.get()).toMatchObject({ label, ...shown });
  });

  it('P4.6 reads the member first, then the favourites', async () => {
    await signUp('guus@example.com');
    await logOut();
    socket.handlers.get('session-ended')?.({});
    const paths: string[] = [];
    vi.stubGlobal('fetch', (target: string, init: RequestInit) => {
      paths.push(new URL(target, 'http://site').pathname.replace('/api/member', ''));
      return browser.fetch(target, init);
    });
    await loginForm.submit({ username: 'guus@example.com', password });
    await expect.poll(() => paths).toEqual(['/login', '/basic-info', '/favourite']);
  });

  it('P3.5 P5.5 accepts a pasted password with a trailing space', async () => {
    await signUp('fien@example.com');
    await logOut();
    expect(await loginForm.submit({ username: ' fien@example.com ', password: `${password} ` })).toBe(true);
    expect($session.get()).toMatchObject({ username: 'fien@example.com', capName: 'Fien@example.com' });
  });
});

describe('logging out', () => {
  it('P4.10 ends the session and opens the home page in the page’s language with the basic query', async () => {
    await signUp('gijs@example.com');
    await logOut();
    expect(browser.cookies.has('vonk_session')).toBe(false);
    expect(assign).toHaveBeenCalledWith('/en?p=61');
    expect(emptied).toHaveBeenCalledWith();
  });

  it('happens when the session was ended elsewhere', async () => {
    await signUp('henk@example.com');
    socket.handlers.get('session-ended')?.({});
    expect($session.get()).toEqual({ status: 'guest' });
    expect($wallet.get().credits).toBeNull();
    expect(assign).toHaveBeenCalledWith('/en?p=61');
    expect(emptied).toHaveBeenCalledWith();
    expect(socket.handlers.size).toBe(0);
  });

  it('happens when the session ended before the page was connected', async () => {
    await signUp('joop@example.com');
    browser.cookies.clear();
    stopTimers();
    socket.connected?.('connected');
    await afterRenewal(() => expect(assign).toHaveBeenCalledWith('/en?p=61'));
  });

  it('P4.11 is forced when the member cannot be read any more', async () => {
    await signUp('ilse@example.com');
    browser.cookies.clear();
    stopTimers();
    socket.handlers.get('member-changed')?.({});
    await afterRenewal(() => expect(assign).toHaveBeenCalledWith('/en?p=61'));
  });

  it('is not forced while another tab renews the cookie’s token', async () => {
    await signUp('moos@example.com');
    const cookies = [...browser.cookies];
    browser.cookies.clear();
    stopTimers();
    const refused = countRefusals();
    let isRead = false;
    void currentMember.loadMember().then(() => {
      isRead = true;
    });
    await expect.poll(refused).toBe(1);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await afterRenewal(() => expect(isRead).toBe(true));
    expect(refused()).toBe(1);
    expect($session.get()).toMatchObject({ status: 'member', email: 'moos@example.com' });
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('a reset link', () => {
  it('P2.22 P2.94 P4.2 P4.16 P5.15 logs in, opens the form, and its token authorises the new password', async () => {
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

  it('P2.93 P8.5 when already used, offers a new one and keeps the current login', async () => {
    await signUp('kees@example.com');
    const token = await resetLink('kees@example.com');
    await openReset(token);
    await openReset(token);
    expect($modal.get()).toEqual({ type: 'ForgotPassword', link: 'used' });
    expect($session.get()).toMatchObject({ email: 'kees@example.com' });
    await openReset('made-up');
    expect($modal.get()).toEqual({ type: 'ForgotPassword', link: 'expired' });
  });

  it('P4.17 without a login leads home after a second', async () => {
    stopTimers();
    const stop = leaveWhenNobody();
    $modal.set({ type: 'ResetPassword', token: 'made-up' });
    vi.advanceTimersByTime(INVALID_RESET_MS - 1);
    expect(assign).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(assign).toHaveBeenCalledWith('/en?p=61');
    expect($modal.get()).toBeNull();
    stop();
  });

  it('with a login stays on the page', async () => {
    await signUp('karel@example.com');
    stopTimers();
    const stop = leaveWhenNobody();
    vi.advanceTimersByTime(INVALID_RESET_MS);
    expect(assign).not.toHaveBeenCalled();
    stop();
  });

  it('P3.19 is not requested for a text too short for a name', async () => {
    expect(await forgotForm.submit({ account: 'abc' })).toBe(false);
    expect(await forgotForm.submit({ account: 'abcd' })).toBe(true);
  });

  it('P4.15 P8.11 is requested without showing a failed call', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    expect(await forgotForm.submit({ account: 'anna@example.com' })).toBe(true);
    expect(forgotForm.$state.get()).toEqual({ status: 'sent' });
    expect(logged).toHaveBeenCalledWith('Password recovery failed', 'UNAVAILABLE');
    logged.mockRestore();
  });

  it('is requested with the performer’s page it was requested from', async () => {
    const { username } = await aPerformer(server);
    await signUp('ella@example.com');
    vi.stubGlobal('location', { pathname: `/en/stream/${username}`, search: '?p=61', assign });
    await resetLink('ella@example.com');
    expect(inMail(/(https?:\S+)\?/)).toMatch(new RegExp(`/stream/${username}$`));
  });
});

describe('a message of the operator', () => {
  it('P3.5 is shown at the login of its member, and not again on the same page', async () => {
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
  it('P4.1 leads home, where an unverified member sees how to verify', async () => {
    await signUp('loes@example.com');
    $modal.set(null);
    await openWithToken(await resetLink('loes@example.com'));
    expect(assign).toHaveBeenCalledWith('/en?action=lander&p=61');
    expect($modal.get()).toBeNull();
    vi.stubGlobal('location', { pathname: '/en', search: '?p=61', assign });
    await openLander();
    expect($modal.get()).toEqual({ type: 'RegistrationConfirmation', email: 'loes@example.com' });
  });

  it('P4.18 stays on the home page, and shows when it is invalid', async () => {
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
  it('is adopted by a guest’s page, and changes nothing if the member is already shown', async () => {
    await call(register, { email: 'mia@example.com', password });
    await logIn({ username: 'mia@example.com', password });
    expect($session.get().status).toBe('guest');
    const before = socket.reconnects;
    await adoptSession();
    expect($session.get()).toMatchObject({ status: 'member', email: 'mia@example.com' });
    await adoptSession();
    expect(socket.reconnects).toBe(before + 1);
  });

  it('is adopted although that tab is just renewing the cookie’s token', async () => {
    await signUp('nora@example.com');
    $session.set({ status: 'guest' });
    const cookies = [...browser.cookies];
    browser.cookies.clear();
    stopTimers();
    const refused = countRefusals();
    void adoptSession();
    await expect.poll(refused).toBe(1);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await afterRenewal(() =>
      expect($session.get()).toMatchObject({ status: 'member', email: 'nora@example.com' }),
    );
    expect(refused()).toBe(1);
  });

  it('that has already ended keeps the page a guest’s', async () => {
    stopTimers();
    const adopted = vi.fn();
    void adoptSession().then(adopted);
    await afterRenewal(() => expect(adopted).toHaveBeenCalled());
    expect($session.get()).toEqual({ status: 'guest' });
    expect(assign).not.toHaveBeenCalled();
  });
});
