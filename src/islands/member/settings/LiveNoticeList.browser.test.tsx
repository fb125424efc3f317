import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { forgetMessages } from '#lib/shell/kept.ts';
import { $toast } from '#lib/shell/start/feedback.ts';
import { logInAnna } from '#lib/testing/visitor.ts';
import { stubPush } from '../../testing/push-browser.ts';
import { expectAccessible, ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { LiveNoticeList } from './LiveNoticeList.tsx';

const sites = [
  {
    lang: 'nl',
    mail: (name: string) => `Mail als ${name} live is`,
    notice: (name: string) => `Melding als ${name} live is`,
    others: 'Andere favorieten (1)',
    verify: /zodra je e-mailadres is bevestigd/,
  },
  {
    lang: 'en',
    mail: (name: string) => `Mail when ${name} is live`,
    notice: (name: string) => `Notice when ${name} is live`,
    others: 'Other favourites (1)',
    verify: /as soon as your e-mail address is confirmed/,
  },
] as const;

const favourites = [
  { performerId: 2, username: 'Mila', mail: false, browser: false },
  { performerId: 1, username: 'Vera', mail: true, browser: false },
];

describe.each(ofThisRun(sites))('favourites in the settings ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    forgetMessages();
    localStorage.removeItem('notices:no');
    $toast.set(null);
    logInAnna();
  });
  const show = (change: { noticeKey?: string | null; verified?: boolean } = {}) =>
    render(<LiveNoticeList favourites={favourites} noticeKey="the-key" verified {...change} />, site.lang);
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  const press = async (name: string) => {
    await expect.element(box(name)).toBeEnabled();
    box(name).element().focus();
    await userEvent.keyboard(' ');
  };
  const requests = (count: number) => expect.poll(() => api.requests.length).toBe(count);

  it('shows those with a way, and the others folded', async () => {
    await show();
    await expect.element(box(site.mail('Vera'))).toBeChecked();
    await expect.element(box(site.notice('Vera'))).not.toBeChecked();
    await expect.element(box(site.mail('Mila'))).not.toBeInTheDocument();
    await page.getByText(site.others).click();
    await expect.element(box(site.mail('Mila'))).toBeVisible();
    await expectAccessible();
  });

  it('stores a change at once, and undoes one that failed', async () => {
    await show();
    await press(site.mail('Vera'));
    await requests(1);
    expect(api.requests[0]).toMatchObject({
      method: 'PUT',
      path: '/api/member/notices/live',
      body: { performerId: 1, mail: false, browser: false },
    });
    api.answer(200, true);
    await expect.poll(() => $toast.get()?.kind).toBe('success');
    await press(site.mail('Vera'));
    await requests(2);
    api.lose();
    await expect.element(box(site.mail('Vera'))).not.toBeChecked();
    expect($toast.get()?.kind).toBe('error');
  });

  it('subscribes this browser before it is chosen', async () => {
    const browser = stubPush();
    await show();
    await press(site.notice('Vera'));
    await requests(1);
    expect(api.requests[0]).toMatchObject({ body: { endpoint: browser.endpoint, messages: false } });
    api.answer(200, true);
    await requests(2);
    expect(api.requests[1]?.body).toEqual({ performerId: 1, mail: true, browser: true });
    api.answer(200, true);
    await expect.element(box(site.notice('Vera'))).toBeChecked();
  });

  it('offers mail only without keys, and says that the address must be confirmed', async () => {
    await show({ noticeKey: null, verified: false });
    await expect.element(page.getByText(site.verify)).toBeVisible();
    await expect.element(box(site.mail('Vera'))).toBeVisible();
    await expect.element(box(site.notice('Vera'))).not.toBeInTheDocument();
  });
});
