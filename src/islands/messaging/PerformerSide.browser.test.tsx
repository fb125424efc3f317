import '../../styles/global.css';
import '../../styles/area-utilities.css';
import '../../styles/messenger.css';
import { useStore } from '@nanostores/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Locale } from '#contract/locales.ts';
import { firstInbox } from '#lib/messaging/inbox/inbox.ts';
import { timeLabel } from '#lib/messaging/labels/labels.ts';
import { $party, memberParty } from '#lib/messaging/party/party.ts';
import { $unsent } from '#lib/messaging/sending/unsent.ts';
import { $modal, closeModal } from '#lib/shell/start/dialogs.ts';
import { createPerformerParty } from '#lib/studio/messages.ts';
import { forgetStudioMessages } from '../../lib/shell/late/studio-kept.ts';
import { InDialog } from '../testing/InDialog.tsx';
import { conversationWith, fakeConversation, privateMessage, stateWith } from '../testing/messaging.ts';
import { fakeCamera } from '../testing/photos.ts';
import { expectAccessible, ofThisRun, render, type StubbedApi, stubApi } from '../testing/render.ts';
import { ConversationView } from './conversation/ConversationView.tsx';
import { ConversationList } from './inbox/ConversationList.tsx';
import { PhotoPicker } from './photos/PhotoPicker.tsx';
import { ClockContext, SideContext, useOwnClock } from './reader.ts';

const sites = [
  {
    lang: 'nl',
    write: 'Schrijf een bericht',
    earn: 'Een bericht van een lid dat je beantwoordt, levert je 60 credits op.',
    options: 'Opties voor het gesprek met anna',
    block: 'Blokkeren',
    report: 'Melden…',
    blocked: /dit lid ontvangt geen berichten van je/,
    waiting: /We proberen het vanzelf opnieuw/,
    retry: 'Opnieuw proberen',
    show: 'Toon',
    live: 'Nu live',
    none: 'Je hebt nog geen berichten.',
    photo: 'Foto versturen',
  },
  {
    lang: 'en',
    write: 'Write a message',
    earn: 'A message from a member that you answer earns you 60 credits.',
    options: 'Options for the conversation with anna',
    block: 'Block',
    report: 'Report…',
    blocked: /this member does not receive messages from you/,
    waiting: /We keep trying by ourselves/,
    retry: 'Try again',
    show: 'Show',
    live: 'Live now',
    none: 'You have no messages yet.',
    photo: 'Send a photo',
  },
] as const;

const member = { id: 'member:2', userid: 2, username: 'anna', avatar: null, onlineStatus: null };
const other = { ...conversationWith(7), other: member };

function View({ fake, locale }: { fake: ReturnType<typeof fakeConversation>; locale: Locale }) {
  const state = useStore(fake.$state);
  return (
    <SideContext value="performer">
      <ClockContext value={{ now: new Date('2026-11-26T15:00:00Z'), locale }}>
        <ConversationView
          state={state}
          conversation={fake.conversation}
          known={other}
          profileHref={null}
          listHref="/studio/messages"
          onLeave={() => {}}
        />
      </ClockContext>
    </SideContext>
  );
}

describe.each(ofThisRun(sites))('the performer’s side of messages ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(() => {
    api = stubApi();
    $unsent.set([]);
    const deaf = { on: () => () => {}, onConnection: () => () => {}, onUnreachable: () => () => {} };
    $party.set(createPerformerParty('Vera', deaf));
    onTestFinished(() => {
      forgetStudioMessages();
      $party.set(memberParty);
    });
  });

  const field = () => page.getByRole('textbox', { name: site.write });
  const open = async () => {
    const state = { ...stateWith({ messages: [privateMessage(1)] }), other: member };
    await render(<View fake={fakeConversation(state)} locale={site.lang} />, site.lang);
    await field().fill('Dag Anna');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => api.requests)
      .toMatchObject([{ method: 'POST', path: '/api/studio/inbox/7', body: { message: 'Dag Anna' } }]);
  };

  it('says what a message earns, links no profile, and lets her block and report', async () => {
    await open();
    api.answer(200, { message: privateMessage(2, { owner: 'self', content: 'Dag Anna' }) });
    await expect.element(field()).toHaveValue('');
    await expect.element(page.getByText(site.earn)).toBeVisible();
    expect(document.querySelector('h2 a')).toBeNull();
    await page.getByRole('button', { name: site.options }).click();
    await expect.element(page.getByRole('button', { name: site.block })).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: site.report }).click();
    expect($modal.get()).toEqual({ type: 'ReportMember', member: { conversation: 7 }, name: 'anna' });
    closeModal();
  });

  it('shows why a message to a member was refused, and keeps its text', async () => {
    await open();
    api.answer(400, { label: 'badRequest.conversation.blocked' });
    await expect.element(page.getByText(site.blocked)).toBeVisible();
    await expect.element(field()).toHaveValue('Dag Anna');
  });

  it('marks a message that failed, and sends it once more on request', async () => {
    await open();
    api.lose();
    await expect.element(page.getByText(site.waiting)).toBeVisible();
    await page.getByRole('button', { name: site.retry }).click();
    await expect.poll(() => api.requests.length).toBe(2);
    const ids = api.requests.map(({ body }) => (body as { clientId: string }).clientId);
    expect(ids[0]).toBe(ids[1]);
    api.answer(200, { message: privateMessage(2, { owner: 'self', content: 'Dag Anna' }) });
    await expect.poll(() => $unsent.get()).toEqual([]);
  });

  it('lists conversations without what only members have', async () => {
    await render(
      <SideContext value="performer">
        <ClockContext value={{ now: new Date('2026-11-26T15:00:00Z'), locale: site.lang }}>
          <ConversationList
            inbox={firstInbox({ conversations: [], total: 0, unread: 0 })}
            current={null}
            hrefOf={({ id }) => `/studio/messages/${id}`}
            newHrefOf={null}
            outHref={null}
            onOpen={() => {}}
          />
        </ClockContext>
      </SideContext>,
      site.lang,
    );
    await expect.element(page.getByText(site.none)).toBeVisible();
    const options = [...document.querySelectorAll('option')].map(({ textContent }) => textContent);
    expect(options.length).toBeGreaterThan(5);
    expect(options).not.toContain(site.live);
    expect(document.querySelector('a')).toBeNull();
    expect(api.requests).toEqual([]);
    await expectAccessible();
  });

  it('asks no price for a photo', async () => {
    onTestFinished(fakeCamera().stop);
    const { conversation } = fakeConversation(stateWith({ messages: [] }));
    await render(
      <InDialog>
        <PhotoPicker
          modal={{ type: 'Photo', recipient: conversation.recipient, file: null }}
          close={() => {}}
        />
      </InDialog>,
      site.lang,
    );
    await expect.element(page.getByRole('heading', { name: site.photo })).toBeVisible();
    expect(page.getByText(/60 credits/).elements()).toEqual([]);
  });
});

const now = Date.parse('2026-11-26T21:00:00Z');

function Sent({ at }: { at: string }) {
  return <p>{timeLabel(new Date(at), useOwnClock('nl', now))}</p>;
}

it.each(['Etc/Unknown', 'Asia/Tokyo'])(
  'shows times in the operator’s time zone when the browser’s is %s',
  async (timeZone) => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
      this: Intl.DateTimeFormat,
    ) {
      return { ...resolvedOptions.call(this), timeZone };
    });
    vi.spyOn(Date, 'now').mockReturnValue(now);
    await render(<Sent at="2026-11-25T23:01:00Z" />, 'nl');
    await expect.element(page.getByText('00:01')).toBeVisible();
    vi.restoreAllMocks();
  },
);
