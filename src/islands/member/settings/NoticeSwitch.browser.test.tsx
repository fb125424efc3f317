import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $notices, switchOnLive } from '#lib/messaging/notices/notices.ts';
import { forgetMessages, hasDeclinedNotices } from '#lib/shell/kept.ts';
import { $toast } from '#lib/shell/start/feedback.ts';
import { type PushBrowser, stubPush } from '../../testing/push-browser.ts';
import { expectAccessible, ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { NoticeSwitch } from './NoticeSwitch.tsx';

const sites = [
  {
    lang: 'nl',
    tell: 'Laat me in deze browser weten dat er een nieuw bericht is',
    denied: /staat geen meldingen van deze site toe/,
    unsupported: /kan geen meldingen tonen/,
    failed: 'De meldingen konden niet worden aangezet. Probeer het later opnieuw.',
    on: 'Je krijgt meldingen in deze browser.',
    off: 'Je krijgt in deze browser geen meldingen meer.',
  },
  {
    lang: 'en',
    tell: 'Tell me in this browser when there is a new message',
    denied: /does not allow notices from this site/,
    unsupported: /can not show notices/,
    failed: 'Notices could not be turned on. Please try again later.',
    on: 'You get notices in this browser.',
    off: 'You get no notices in this browser any more.',
  },
] as const;

describe.each(ofThisRun(sites))('notices in this browser ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    forgetMessages();
    localStorage.removeItem('notices:no');
    $notices.set('unknown');
    $toast.set(null);
  });
  const show = () => render(<NoticeSwitch owner="anna@example.com" noticeKey="the-key" />, site.lang);
  const box = () => page.getByRole('checkbox', { name: site.tell });
  const press = async () => {
    box().element().focus();
    await userEvent.keyboard(' ');
  };
  const turnOn = async (browser: PushBrowser) => {
    await show();
    await expect.element(box()).toBeEnabled();
    await press();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, true);
    await expect.element(box()).toBeChecked();
    return browser;
  };

  it('are off until switched on, without asking before', async () => {
    const browser = stubPush();
    await show();
    await expect.element(box()).not.toBeChecked();
    await expect.element(box()).toBeEnabled();
    expect(browser.questions).toBe(0);
    expect(api.requests.length).toBe(0);
    await expectAccessible();
  });

  it('are on after the browser’s permission and the server’s confirmation', async () => {
    const browser = await turnOn(stubPush());
    expect(browser).toMatchObject({ questions: 1, key: 'the-key' });
    expect(api.requests[0]).toMatchObject({
      method: 'PUT',
      path: '/api/member/notices/browser',
      body: { endpoint: browser.endpoint, keys: { auth: 'b'.repeat(22) } },
    });
    await expect.poll(() => $toast.get()?.text).toBe(site.on);
  });

  it('are still on the next time, and renewed without asking', async () => {
    const browser = await turnOn(stubPush());
    $notices.set('unknown');
    await show();
    await expect.element(box().last()).toBeChecked();
    await expect.poll(() => api.requests.length).toBe(2);
    expect(api.requests[1]?.method).toBe('PUT');
    expect(browser.questions).toBe(1);
  });

  it('are switched off in the browser first, whatever the server returns', async () => {
    const browser = await turnOn(stubPush());
    await press();
    await expect.poll(() => api.requests.length).toBe(2);
    expect(api.requests[1]).toMatchObject({ method: 'DELETE', body: { endpoint: browser.endpoint } });
    api.answer(500, { label: 'UNDEFINED_ERROR' });
    await expect.element(box()).not.toBeChecked();
    expect(browser.key).toBeNull();
    await expect.poll(() => $toast.get()?.text).toBe(site.off);
  });

  it('leave the browser subscribed for favourites when they are switched off', async () => {
    const browser = await turnOn(stubPush());
    const isLive = switchOnLive('anna@example.com', 'the-key');
    await expect.poll(() => api.requests.length).toBe(2);
    expect(api.requests[1]?.body).toMatchObject({ messages: true });
    api.answer(200, true);
    expect(await isLive).toBe('on');
    await press();
    await expect.poll(() => api.requests.length).toBe(3);
    expect(api.requests[2]).toMatchObject({ method: 'PUT', body: { messages: false } });
    api.answer(200, true);
    await expect.element(box()).not.toBeChecked();
    expect(browser.key).not.toBeNull();
  });

  it('belong to the member who switched them on, not to the next one', async () => {
    await turnOn(stubPush());
    $notices.set('unknown');
    await render(<NoticeSwitch owner="bram@example.com" noticeKey="the-key" />, site.lang);
    await expect.element(box().last()).toBeEnabled();
    await expect.element(box().last()).not.toBeChecked();
  });

  it.each([
    ['refused', 'denied'],
    ['left alone', 'default'],
  ] as const)('stay off if the permission was %s, which counts as a no', async (_, answer) => {
    const browser = stubPush({ answer });
    await show();
    await expect.element(box()).toBeEnabled();
    expect(hasDeclinedNotices()).toBe(false);
    await press();
    await expect.poll(() => browser.questions).toBe(1);
    await expect.poll(hasDeclinedNotices).toBe(true);
    await expect.element(box()).not.toBeChecked();
    expect(browser.key).toBeNull();
    expect(api.requests.length).toBe(0);
    if (answer === 'denied') await expect.element(box()).toHaveAccessibleDescription(site.denied);
  });

  it('stay off if the server supports none', async () => {
    stubPush();
    await show();
    await expect.element(box()).toBeEnabled();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await press();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(400, { label: 'badRequest.invalid.input' });
    await expect.poll(() => $toast.get()).toMatchObject({ kind: 'error', text: site.failed });
    await expect.element(box()).not.toBeChecked();
  });

  it('cannot be switched on without browser support, which is shown', async () => {
    stubPush();
    vi.stubGlobal('PushManager', undefined);
    Reflect.deleteProperty(globalThis, 'PushManager');
    await show();
    await expect.element(box()).toBeDisabled();
    await expect.element(box()).toHaveAccessibleDescription(site.unsupported);
  });
});
