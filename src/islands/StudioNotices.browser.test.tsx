import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keepMessages, readMessages } from '#lib/shell/kept.ts';
import { $toast } from '#lib/shell/start/feedback.ts';
import { $studioNotices } from '#lib/studio/notices.ts';
import { StudioNoticeSwitch } from './StudioNotices.tsx';
import { stubPush } from './testing/push-browser.ts';
import { expectAccessible, ofThisRun, render, type StubbedApi, stubApi } from './testing/render.ts';

const sites = [
  {
    lang: 'nl',
    tell: 'Laat me op dit apparaat weten dat niemand me ziet terwijl ik live sta',
    denied: /staat geen meldingen van deze site toe/,
    unsupported: /kan geen meldingen tonen/,
    failed: 'De meldingen konden niet worden aangezet. Probeer het later opnieuw.',
  },
  {
    lang: 'en',
    tell: 'Tell me on this device when nobody sees me although I am live',
    denied: /does not allow notices from this site/,
    unsupported: /can not show notices/,
    failed: 'Notices could not be turned on. Please try again later.',
  },
] as const;

describe.each(ofThisRun(sites))('a notice that nobody sees her, on this device ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    localStorage.clear();
    $studioNotices.set('unknown');
    $toast.set(null);
  });
  const show = () => render(<StudioNoticeSwitch noticeKey="the-key" />, site.lang);
  const box = () => page.getByRole('checkbox', { name: site.tell });
  const press = async () => {
    box().element().focus();
    await userEvent.keyboard(' ');
  };
  const turnOn = async () => {
    const browser = stubPush();
    await show();
    await expect.element(box()).toBeEnabled();
    await press();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, true);
    await expect.element(box()).toBeChecked();
    return browser;
  };

  it('is off until switched on, without asking before', async () => {
    const browser = stubPush();
    await show();
    await expect.element(box()).toBeEnabled();
    await expect.element(box()).not.toBeChecked();
    expect(browser.questions).toBe(0);
    await expectAccessible();
  });

  it('is on after the browser’s permission and the server’s confirmation', async () => {
    const browser = await turnOn();
    expect(browser).toMatchObject({ questions: 1, key: 'the-key' });
    expect(api.requests[0]).toMatchObject({
      method: 'PUT',
      path: '/api/studio/notices/browser',
      body: { endpoint: browser.endpoint },
    });
  });

  it('takes the browser over from a member', async () => {
    keepMessages('notices', 'anna@example.com', { messages: true });
    await turnOn();
    expect(readMessages('notices', 'anna@example.com')).toBeNull();
  });

  it.each([true, false])('is what the server says the next time (%s)', async (isOn) => {
    await turnOn();
    $studioNotices.set('unknown');
    await show();
    await expect.poll(() => api.requests.length).toBe(2);
    expect(api.requests[1]).toMatchObject({ method: 'POST', path: '/api/studio/notices/browser/renew' });
    api.answer(200, { isOn });
    await expect.poll(() => $studioNotices.get()).toBe(isOn ? 'on' : 'off');
    await expect.element(box().last()).toBeEnabled();
  });

  it('is switched off in the browser first, whatever the server returns', async () => {
    const browser = await turnOn();
    await press();
    await expect.poll(() => api.requests.length).toBe(2);
    expect(api.requests[1]).toMatchObject({ method: 'DELETE', body: { endpoint: browser.endpoint } });
    api.answer(500, { label: 'UNDEFINED_ERROR' });
    await expect.element(box()).not.toBeChecked();
    expect(browser.key).toBeNull();
  });

  it('stays off if the permission was refused, and says how to change that', async () => {
    stubPush({ answer: 'denied' });
    await show();
    await expect.element(box()).toBeEnabled();
    await press();
    await expect.element(box()).toHaveAccessibleDescription(site.denied);
    await expect.element(box()).not.toBeChecked();
    expect(api.requests.length).toBe(0);
  });

  it('stays off if the server refuses', async () => {
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
