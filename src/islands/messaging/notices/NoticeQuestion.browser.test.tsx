import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ASK_AGAIN_MS } from '#contract/member/notices/notices.ts';
import { $question, offerNotices } from '#lib/messaging/notices/notices.ts';
import { forgetMessages } from '#lib/shell/kept.ts';
import { $session } from '#lib/shell/start/session.ts';
import { logInAnna } from '#lib/testing/visitor.ts';
import { stubPush } from '../../testing/push-browser.ts';
import { expectAccessible, ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { NoticeQuestion } from './NoticeQuestion.tsx';

const sites = [
  { lang: 'nl', question: /Zullen we het je in deze browser laten weten/, yes: 'Ja, graag', no: 'Nee' },
  { lang: 'en', question: /Shall we tell you in this browser/, yes: 'Yes, tell me', no: 'No' },
] as const;

describe.each(ofThisRun(sites))('the question after a message ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(async () => {
    api = stubApi();
    forgetMessages();
    localStorage.removeItem('notices:no');
    $question.set(null);
    logInAnna();
    await render(<NoticeQuestion />, site.lang);
  });
  afterEach(() => {
    vi.useRealTimers();
    $session.set({ status: 'guest' });
  });
  const question = () => page.getByText(site.question);
  const press = async (name: string) => {
    await expect.element(question()).toBeVisible();
    page.getByRole('button', { name, exact: true }).element().focus();
    await userEvent.keyboard('{Enter}');
  };
  const offer = async () => {
    const offered = offerNotices();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, { key: 'the-key' });
    await offered;
  };

  it('is asked by the site first, then by the browser', async () => {
    const browser = stubPush();
    await offer();
    await expect.element(question()).toBeVisible();
    await expectAccessible();
    expect(browser.questions).toBe(0);
    await press(site.yes);
    await expect.poll(() => api.requests.length).toBe(2);
    expect(api.requests[1]).toMatchObject({ method: 'PUT', body: { endpoint: browser.endpoint } });
    api.answer(200, true);
    await expect.element(question()).not.toBeInTheDocument();
    expect(browser).toMatchObject({ questions: 1, key: 'the-key' });
  });

  it('is not asked again for thirty days after a no', async () => {
    const browser = stubPush();
    await offer();
    await press(site.no);
    await expect.element(question()).not.toBeInTheDocument();
    // The next tab stop is the message.
    await expect.element(page.getByRole('status')).toHaveFocus();
    const declinedAt = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: declinedAt + ASK_AGAIN_MS - 60_000 });
    await offerNotices();
    expect(api.requests).toHaveLength(1);
    vi.setSystemTime(declinedAt + ASK_AGAIN_MS + 1000);
    const again = offerNotices();
    await expect.poll(() => api.requests.length).toBe(2);
    api.answer(200, { key: 'the-key' });
    await again;
    await expect.element(question()).toBeVisible();
    expect(browser.questions).toBe(0);
  });

  it.each(['granted', 'denied'] as const)('is not asked with permission %s', async (permission) => {
    stubPush({ permission });
    await offerNotices();
    expect(api.requests).toEqual([]);
  });

  it('is not asked if the operator has no keys', async () => {
    stubPush();
    const offered = offerNotices();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(200, { key: null } as never);
    await offered;
    expect($question.get()).toBeNull();
  });
});
