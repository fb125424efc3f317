import { useStore } from '@nanostores/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../styles/global.css';
import '../../../styles/utilities.css';
import '../../../styles/messenger.css';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import { openConversation } from '#lib/messaging/conversation/conversation.ts';
import { $unsent } from '#lib/messaging/sending/unsent.ts';
import { $modal, closeModal } from '#lib/shell/start/dialogs.ts';
import type { OpenConversation } from '../../../lib/messaging/opened/open-conversations.ts';
import { InDialog } from '../../testing/InDialog.tsx';
import { privateMessage, vera } from '../../testing/messaging.ts';
import { photoFile } from '../../testing/photos.ts';
import { expectAccessible, ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { Lane } from '../conversation/Lane.tsx';
import { shownSize } from './PhotoBubble.tsx';
import { PhotoView } from './PhotoView.tsx';

const sites = [
  {
    lang: 'nl',
    show: 'Foto bekijken',
    of: 'Foto van Vera',
    own: 'Jouw foto',
    broken: /kon niet worden geladen/,
    again: 'Opnieuw proberen',
    full: 'Op ware grootte',
    fit: 'Passend maken',
    word: 'Foto',
  },
  {
    lang: 'en',
    show: 'View photo',
    of: 'Photo of Vera',
    own: 'Your photo',
    broken: /could not be loaded/,
    again: 'Try again',
    full: 'Actual size',
    fit: 'Fit to window',
    word: 'Photo',
  },
] as const;

/** 1 by 1 px, tiny like the server's blurred previews. */
const preview = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const GONE = '/gone.jpg';

function View({ conversation }: { conversation: OpenConversation }) {
  return <Lane state={useStore(conversation.$state)} conversation={conversation} />;
}

describe.each(ofThisRun(sites))('a photo in a conversation ($lang)', (site) => {
  let api: StubbedApi;
  let conversation: OpenConversation;
  let url: string;
  beforeEach(async () => {
    api = stubApi();
    closeModal();
    $unsent.set([]);
    url = URL.createObjectURL(await photoFile(800, 600));
  });

  const media = (seq: number, change: Partial<PrivateMessage> = {}, at = url): PrivateMessage =>
    privateMessage(seq, {
      type: 'media',
      content: '',
      attachment: { url: at, preview, width: 800, height: 600 },
      ...change,
    });

  const open = async (messages: PrivateMessage[]) => {
    conversation = openConversation({
      other: vera,
      id: 7,
      first: {
        id: 7,
        other: vera,
        messages,
        nextPage: null,
        top: messages.length,
        unread: 0,
        readSeq: 1000,
        theirs: { delivered: 0, read: 0 },
      },
    });
    await render(<View conversation={conversation} />, site.lang);
    await expect.element(page.getByRole('img').first()).toBeVisible();
    return () => conversation.close();
  };
  const picture = (name: string) => page.getByAltText(name).element() as HTMLImageElement;

  it('of the other side is blurred, and loaded in place when opened', async () => {
    const close = await open([media(1, { id: site.lang === 'nl' ? 101 : 102 })]);
    expect(picture(site.of).src).toBe(preview);
    const before = picture(site.of).getBoundingClientRect();
    await expectAccessible();
    await page.getByText(site.show).click();
    expect($modal.get()).toEqual({ type: 'PhotoView', recipient: vera.userid, seq: 1 });
    await expect.poll(() => picture(site.of).src).toBe(url);
    await expect.poll(() => picture(site.of).naturalWidth).toBe(800);
    const after = picture(site.of).getBoundingClientRect();
    expect(after.width).toEqual(before.width);
    expect(after.height).toEqual(before.height);
    expect(before.width).toBe(256);
    expect(before.height).toBe(192);
    await expect.element(page.getByText(site.show)).not.toBeInTheDocument();
    close();
  });

  it('of the own side is shown', async () => {
    const close = await open([media(1, { owner: 'self', content: 'Kijk' })]);
    await expect.poll(() => picture(site.own).src).toBe(url);
    await expect.element(page.getByText('Kijk')).toBeVisible();
    close();
  });

  it('with an expired URL is renewed once automatically, then on request', async () => {
    const failed: string[] = [];
    const note = ({ target }: Event) => void failed.push((target as HTMLImageElement).src);
    document.addEventListener('error', note, { capture: true });
    const close = await open([media(1, { owner: 'self' }, GONE)]);
    await expect.poll(() => api.requests.map(({ path }) => path)).toEqual(['/api/messaging/inbox/7/later']);
    api.answer(200, { messages: [media(1, { owner: 'self' }, `${GONE}?2`)], more: false });
    await expect.poll(() => failed.at(-1)).toContain(`${GONE}?2`);
    document.removeEventListener('error', note, { capture: true });
    await expect.element(page.getByText(site.broken)).toBeVisible();
    expect(api.requests.length).toBe(1);
    await page.getByRole('button', { name: site.broken }).click();
    await expect.poll(() => api.requests.length).toBe(2);
    api.answer(200, { messages: [media(1, { owner: 'self' })], more: false });
    await expect.poll(() => picture(site.own).src).toBe(url);
    expect(api.requests.length).toBe(2);
    close();
  });

  it('that is unsent is shown as text when the picture is gone', async () => {
    const close = await open([media(1, { owner: 'self' })]);
    $unsent.set([
      {
        clientId: 'a',
        recipient: vera.userid,
        conversation: 7,
        text: '',
        attachment: 'b',
        at: 0,
        state: 'stopped',
        label: 'badRequest.photo.notExists',
      },
    ]);
    await expect.poll(() => document.querySelector('[data-unsent]')?.textContent).toContain(site.word);
    $unsent.set([]);
    close();
  });

  it('fits the window, can be shown in full size, and offers no download', async () => {
    const close = await open([media(1)]);
    const leave = vi.fn();
    await render(
      <InDialog>
        <PhotoView modal={{ type: 'PhotoView', recipient: vera.userid, seq: 1 }} close={leave} />
      </InDialog>,
      site.lang,
    );
    const seen = () => document.querySelector<HTMLImageElement>('.photo-view img');
    await expect.poll(() => seen()?.naturalWidth).toBe(800);
    expect(seen()?.alt).toBe(site.of);
    expect(seen()?.clientWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
    await expectAccessible();
    await page.getByRole('button', { name: site.full }).click();
    await expect.poll(() => seen()?.clientWidth).toBe(800);
    await expectAccessible();
    await page.getByRole('button', { name: site.fit }).click();
    await userEvent.keyboard('{Tab}');
    expect(document.querySelector('a[download]')).toBeNull();
    close();
    expect(leave).not.toHaveBeenCalled();
  });
});

it('never takes more space than it needs, and keeps its aspect ratio', () => {
  expect(shownSize({ width: 1600, height: 1200 })).toEqual({ width: 256, height: 192 });
  expect(shownSize({ width: 900, height: 1600 })).toEqual({ width: 180, height: 320 });
  expect(shownSize({ width: 100, height: 80 })).toEqual({ width: 100, height: 80 });
});
