import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $favourites } from '#lib/member/favourites/favourites.ts';
import { $liveQuestion, offerLiveNotices } from '#lib/member/live-notices/live-notices.ts';
import { $notices, readNotices } from '#lib/messaging/notices/notices.ts';
import { forgetMessages } from '#lib/shell/kept.ts';
import { $toast } from '#lib/shell/start/feedback.ts';
import { $session } from '#lib/shell/start/session.ts';
import { anna, logInAnna } from '#lib/testing/visitor.ts';
import { mountLiveQuestion } from './LiveQuestion.tsx';
import { stubPush } from './testing/push-browser.ts';
import { expectAccessible, ofThisRun, type StubbedApi, stubApi } from './testing/render.ts';

const sites = [
  {
    lang: 'nl',
    question: 'Wil je het weten als Vera live is?',
    mail: 'Mail me',
    browser: 'Meld het hier',
    no: 'Nee',
    mailOn: 'Je krijgt een mail als Vera live is.',
    refused: 'Deze browser toont geen meldingen van deze site.',
  },
  {
    lang: 'en',
    question: 'Do you want to know when Vera is live?',
    mail: 'Mail me',
    browser: 'Notify me here',
    no: 'No',
    mailOn: 'You get a mail when Vera is live.',
    refused: 'This browser shows no notices from this site.',
  },
] as const;

describe.each(ofThisRun(sites))('the question after the heart ($lang)', (site) => {
  let api: StubbedApi;
  let heart: HTMLButtonElement;
  beforeEach(() => {
    document.documentElement.lang = site.lang;
    api = stubApi();
    forgetMessages();
    localStorage.removeItem('notices:no');
    $notices.set('unknown');
    $toast.set(null);
    $favourites.set([{ performerId: 2 }]);
    logInAnna();
    document.body.innerHTML = '<main><button>Heart</button> <button>After</button></main>';
    heart = document.querySelector('button') as HTMLButtonElement;
    heart.focus();
  });
  afterEach(() => {
    $liveQuestion.set(null);
    $session.set({ status: 'guest' });
    $favourites.set(null);
    document.body.replaceChildren();
  });
  const requests = (count: number) => expect.poll(() => api.requests.length).toBe(count);
  const question = () => page.getByText(site.question);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  /** `answer`: the server's. */
  const ask = async (answer = { isOpen: true, mail: true, noticeKey: 'the-key' as string | null }) => {
    const offered = offerLiveNotices(2, 'Vera');
    await requests(1);
    api.answer(200, answer);
    await offered;
    if (!$liveQuestion.get()) return;
    await mountLiveQuestion(heart);
    await expect.element(question()).toBeVisible();
  };
  const press = async (name: string) => {
    button(name).element().focus();
    await userEvent.keyboard('{Enter}');
  };

  it('leaves the focus and the page where they are, and is next in the order of Tab', async () => {
    stubPush();
    const before = page.getByText('After').element().getBoundingClientRect();
    await ask();
    expect(document.activeElement).toBe(heart);
    expect(page.getByText('After').element().getBoundingClientRect()).toEqual(before);
    await expectAccessible();
    await userEvent.keyboard('{Tab}');
    await expect.element(button(site.browser)).toHaveFocus();
  });

  it('does not cover the Stop of a paid chat, which is below the heart on phones', async () => {
    stubPush();
    document.body.insertAdjacentHTML(
      'beforeend',
      '<button class="stream-stop" style="position: fixed; top: 60px; right: 8px; height: 44px">Stop</button>',
    );
    await ask();
    const panel = question().element().closest('[popover]');
    expect(panel?.getBoundingClientRect().top).toBeGreaterThanOrEqual(104);
  });

  it('chooses mail, and gives the focus back', async () => {
    const browser = stubPush();
    await ask();
    await press(site.mail);
    await requests(2);
    expect(api.requests[1]).toEqual({
      method: 'PUT',
      path: '/api/member/notices/live',
      body: { performerId: 2, mail: true, browser: false },
    });
    api.answer(200, true);
    await expect.element(question()).not.toBeInTheDocument();
    expect(document.activeElement).toBe(heart);
    expect($toast.get()).toMatchObject({ kind: 'success', text: site.mailOn });
    expect(browser.questions).toBe(0);
  });

  it('chooses this browser after its own permission, without notices of messages', async () => {
    const browser = stubPush();
    await ask();
    await press(site.browser);
    await requests(2);
    expect(api.requests[1]).toMatchObject({
      method: 'PUT',
      path: '/api/member/notices/browser',
      body: { endpoint: browser.endpoint, messages: false },
    });
    api.answer(200, true);
    await requests(3);
    expect(api.requests[2]?.body).toEqual({ performerId: 2, mail: false, browser: true });
    api.answer(200, true);
    await expect.element(question()).not.toBeInTheDocument();
    await readNotices(anna.email);
    expect(browser.questions).toBe(1);
    expect($notices.get()).toBe('off');
  });

  it('offers mail after the browser has refused', async () => {
    stubPush({ answer: 'denied' });
    await ask();
    await press(site.browser);
    await expect.poll(() => $toast.get()?.text).toBe(site.refused);
    await expect.element(button(site.browser)).not.toBeInTheDocument();
    await expect.element(button(site.mail)).toBeVisible();
  });

  it.each(['its button', 'Escape'])('takes a no by %s, which the server stores', async (how) => {
    stubPush();
    await ask();
    if (how === 'Escape') {
      await userEvent.keyboard('{Tab}{Escape}');
    } else await press(site.no);
    await requests(2);
    expect(api.requests[1]).toMatchObject({ method: 'POST', path: '/api/member/notices/live/decline' });
    await expect.element(question()).not.toBeInTheDocument();
    expect(document.activeElement).toBe(heart);
  });

  it('stays after a failure', async () => {
    stubPush();
    await ask();
    await press(site.mail);
    await requests(2);
    api.lose();
    await expect.poll(() => $toast.get()?.kind).toBe('error');
    await expect.element(question()).toBeVisible();
  });

  it('closes when the performer is no favourite any more', async () => {
    stubPush();
    await ask();
    $favourites.set([]);
    await expect.element(question()).not.toBeInTheDocument();
    expect(document.querySelector('main')?.children).toHaveLength(2);
  });

  it.each([
    ['the server says no', { isOpen: false, mail: true, noticeKey: 'the-key' }],
    ['there is no way', { isOpen: true, mail: false, noticeKey: null }],
  ])('is not asked if %s', async (_, answer) => {
    stubPush();
    await ask(answer);
    expect($liveQuestion.get()).toBeNull();
  });

  it('offers no notices in a browser that refuses them', async () => {
    stubPush({ permission: 'denied' });
    await ask();
    await expect.element(button(site.mail)).toBeVisible();
    await expect.element(button(site.browser)).not.toBeInTheDocument();
  });
});
