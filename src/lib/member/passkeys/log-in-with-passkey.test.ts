import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CHALLENGE_SECONDS } from '#contract/member/passkey-calls.ts';
import { add, type Ceremony, newMember, softwareAuthenticator } from '#server/member/passkeys/testing.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { type InMemoryBrowser, inMemoryBrowser } from '../../testing/transport.ts';
import { createPasskeyLogin, type PasskeyLogins } from './log-in-with-passkey.ts';

type Device = ReturnType<typeof softwareAuthenticator>;
type PasskeyRequest = CredentialRequestOptions & { publicKey: PublicKeyCredentialRequestOptions };

/** The visitor's reaction to the browser's dialog: takes a device's passkey, refuses, or does nothing yet. */
type Visitor = (request: PasskeyRequest) => Promise<object>;

const server = startTestApp();
let browser: InMemoryBrowser;
let requests: PasskeyRequest[];
let visitor: Visitor;
let forgotten: object[];
let people = 0;
let login: PasskeyLogins;

beforeEach(() => {
  browser = inMemoryBrowser(server.app);
  [requests, forgotten, visitor] = [[], [], idle];
  vi.stubGlobal('fetch', browser.fetch);
  vi.stubGlobal('location', new URL('http://localhost:4321/en/login'));
  vi.stubGlobal('document', {
    documentElement: { lang: 'en', dataset: {} },
    querySelector: () => null,
    // The e-mail field, whose list offers passkeys.
    querySelectorAll: () => [{}],
  });
  const can = {
    isConditionalMediationAvailable: async () => true,
    signalUnknownCredential: async (which: object) => void forgotten.push(which),
  };
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, can),
  );
  const get = async (options: PasskeyRequest) => {
    requests.push(options);
    return visitor(options);
  };
  vi.stubGlobal('navigator', { credentials: { get } });
});

afterEach(() => void vi.useRealTimers());

/** Does nothing until the page aborts its request. */
const idle: Visitor = ({ signal }) =>
  new Promise((_, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason)));
const refuse =
  (name: string): Visitor =>
  () =>
    Promise.reject(new DOMException('', name));

const base64url = (bytes: BufferSource): string =>
  Buffer.from(bytes as ArrayBuffer, 0, (bytes as ArrayBuffer).byteLength).toString('base64url');
const bytes = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text, 'base64url')).buffer;

/** Returns a device's passkey in the browser's format. */
const takeFrom =
  (device: Device, ceremony: Ceremony = {}): Visitor =>
  async ({ publicKey }) => {
    const options = { ...publicKey, challenge: base64url(publicKey.challenge) };
    const { id, type, response } = device.get(options as Parameters<Device['get']>[0], ceremony);
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      id,
      rawId: bytes(id),
      type,
      response: {
        clientDataJSON: bytes(clientDataJSON),
        authenticatorData: bytes(authenticatorData),
        signature: bytes(signature),
        userHandle: bytes(userHandle ?? ''),
      },
      getClientExtensionResults: () => ({}),
    };
  };

/** Creates an account with a passkey. */
async function aDevice(options: { counts?: boolean } = {}): Promise<Device> {
  people += 1;
  const headers = await newMember(server, `passkey-store-${people}@example.com`);
  const device = softwareAuthenticator(options);
  await add(server, headers, device);
  return device;
}

/** Simulates a form's place and counts successful logins. */
function door(): { count: number } {
  const place = { count: 0 };
  login = createPasskeyLogin({
    enter: (open) => open(),
    entered: () => {
      place.count += 1;
    },
  });
  return place;
}
const mediations = () => requests.map(({ mediation }) => mediation ?? 'asked');
function countFetches() {
  const counted = vi.fn(browser.fetch);
  vi.stubGlobal('fetch', counted);
  return counted;
}
const isLoggedIn = () => browser.cookies.has('vonk_session');
const shownMessage = () => login.$passkeyLogin.get().message;

it('logs in with the chosen passkey, and is busy meanwhile', async () => {
  visitor = takeFrom(await aDevice());
  const place = door();
  const busy: boolean[] = [];
  const stop = login.$passkeyLogin.listen(({ isBusy }) => void busy.push(isBusy));
  await login.logInWithPasskey();
  stop();
  expect(place.count).toBe(1);
  expect(isLoggedIn()).toBe(true);
  expect(mediations()).toEqual(['asked']);
  expect(busy[0]).toBe(true);
  expect(busy.at(-1)).toBe(false);
  expect(login.$passkeyLogin.get()).toEqual({ isBusy: false, message: null });
});

it('asks once, however often the button is pressed', async () => {
  visitor = takeFrom(await aDevice());
  const place = door();
  await Promise.all([login.logInWithPasskey(), login.logInWithPasskey()]);
  expect(place.count).toBe(1);
  expect(requests.length).toBe(1);
});

it.each([
  ['NotAllowedError', 'passkeys.login.cancelled'],
  ['SecurityError', 'passkeys.notHere'],
  ['NotSupportedError', 'passkeys.cannot'],
  ['AbortError', null],
  ['UnknownError', 'ui.failed'],
] as const)('shows the text for the browser error %s, and can be retried', async (name, message) => {
  visitor = refuse(name);
  const place = door();
  await login.logInWithPasskey();
  expect(login.$passkeyLogin.get()).toEqual({ isBusy: false, message });
  expect(isLoggedIn()).toBe(false);
  visitor = takeFrom(await aDevice());
  await login.logInWithPasskey();
  expect(place.count).toBe(1);
  expect(shownMessage()).toBeNull();
});

it('shows that a passkey is unknown, and lets the browser forget it', async () => {
  const device = softwareAuthenticator();
  // A passkey that was created but never added to an account.
  const rp = { id: 'localhost', name: 'Vonk' };
  const { id } = device.create({ rp, user: { id: 'AAAA' }, challenge: 'AAAA' } as never);
  visitor = takeFrom(device);
  door();
  await login.logInWithPasskey();
  expect(shownMessage()).toBe('passkeys.login.unknown');
  expect(forgotten).toEqual([{ rpId: 'localhost', credentialId: id }]);
});

it.each<[string, Ceremony, string]>([
  ['a copy', { counter: 1 }, 'passkeys.login.copied'],
  ['an answer to another question', { challenge: 'b3RoZXI' }, 'passkeys.expired'],
  ['an answer for another site', { origin: 'https://elsewhere.example' }, 'passkeys.login.refused'],
])('shows why %s is refused', async (_, ceremony, message) => {
  const device = await aDevice({ counts: true });
  const place = door();
  visitor = takeFrom(device, { counter: 7 });
  await login.logInWithPasskey();
  visitor = takeFrom(device, { counter: 8, ...ceremony });
  await login.logInWithPasskey();
  expect(place.count).toBe(1);
  expect(shownMessage()).toEqual(message);
  expect(forgotten).toEqual([]);
});

it('shows that the server is unreachable', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  door();
  await login.logInWithPasskey();
  expect(shownMessage()).toBe('ui.unavailable');
  expect(requests).toEqual([]);
});

it('offers passkeys in a field’s list until the form is removed', async () => {
  const fetched = countFetches();
  const place = door();
  const stop = login.offerPasskeys();
  await expect.poll(() => mediations()).toEqual(['conditional']);
  expect(login.$passkeyLogin.get()).toEqual({ isBusy: false, message: null });
  stop();
  expect(requests[0]?.signal?.aborted).toBe(true);
  // A whole ceremony: another offer would have asked the server meanwhile.
  visitor = refuse('AbortError');
  await login.logInWithPasskey();
  expect(mediations()).toEqual(['conditional', 'asked']);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(place.count).toBe(0);
  expect(shownMessage()).toBeNull();
});

it('logs in with a passkey chosen from that list', async () => {
  visitor = takeFrom(await aDevice());
  const place = door();
  const stop = login.offerPasskeys();
  await expect.poll(() => place.count).toBe(1);
  expect(isLoggedIn()).toBe(true);
  stop();
});

it('withdraws the offer for the button, and offers again after a refusal', async () => {
  door();
  const stop = login.offerPasskeys();
  await expect.poll(() => requests).toHaveLength(1);
  visitor = (options) => (options.mediation === 'conditional' ? idle : refuse('NotAllowedError'))(options);
  await login.logInWithPasskey();
  expect(requests[0]?.signal?.aborted).toBe(true);
  expect(shownMessage()).toBe('passkeys.login.cancelled');
  await expect.poll(() => mediations()).toEqual(['conditional', 'asked', 'conditional']);
  expect(shownMessage()).toBe('passkeys.login.cancelled');
  stop();
});

it('renews the offer before the challenge expires', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  door();
  const stop = login.offerPasskeys();
  await expect.poll(() => requests.length).toBe(1);
  vi.advanceTimersByTime(CHALLENGE_SECONDS * 1000);
  await expect.poll(() => requests.length).toBe(2);
  expect(requests[0]?.signal?.aborted).toBe(true);
  const [first, second] = requests.map(({ publicKey }) => base64url(publicKey.challenge));
  expect(second).not.toBe(first);
  stop();
});

it('shows no error when an offer fails', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  door();
  const stop = login.offerPasskeys();
  await expect.poll(() => warned).toHaveBeenCalled();
  expect(shownMessage()).toBeNull();
  expect(requests).toEqual([]);
  stop();
});

it('offers nothing in a browser without support', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  door();
  const fetched = countFetches();
  const stop = login.offerPasskeys();
  // The button asks the server before it fails; an offer would have asked, too.
  await login.logInWithPasskey();
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(requests).toEqual([]);
  stop();
});
