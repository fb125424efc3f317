import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import { TIP_MIN } from '#contract/chat/tipping/tips.ts';
import { callKey } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { TestMember, TestPerformer } from '#server/testing/people.ts';
import { $modal, closeModal } from '../../shell/start/dialogs.ts';
import { openAnnasPage, servePlayableApp, type TestPage } from '../../testing/page.ts';
import { $wallet } from '../../wallet/store.ts';
import { $messages } from '../room/messages.ts';
import { createChat } from '../session/session.ts';
import { $chat } from '../store.ts';
import {
  $draft,
  $tip,
  confirmTip,
  declineTip,
  editTip,
  emptyDraft,
  giveTip,
  sendTip,
  sendTipAgain,
} from './tips.ts';

const chat = createChat();
const { joinChat, leaveChat } = chat;
const server = servePlayableApp();
let page: TestPage;
let anna: TestMember;
let vera: TestPerformer;

/** Anna watches Vera's free chat with 1000 credits. */
beforeEach(async () => {
  $chat.set({ status: 'idle' });
  $tip.set({ status: 'idle' });
  $draft.set(emptyDraft);
  closeModal();
  ({ page, anna, vera } = await openAnnasPage(server, { credits: 1000, status: onlineStatus.free }));
  $wallet.setKey('credits', 1000);
  await joinChat(vera.username);
});
afterEach(chat.close);

it('L3.7 L3.8 L4.37 reaches the performer, appears in the room and updates the balance', async () => {
  await sendTip({ amount: 250, message: 'for you', isPublic: true });
  expect($tip.get()).toEqual({ status: 'sent', amount: 250 });
  expect($wallet.get().credits).toBe(750);
  expect(await vera.credits()).toBe(250);
  expect($messages.get()).toMatchObject([{ messageType: 'tip', amount: 250, message: 'for you' }]);
});

it('P2.99 L5.1 is not sent above the balance', async () => {
  await sendTip({ amount: 1001 });
  expect($modal.get()).toEqual({ type: 'NoCreditsTip', amount: 1001 });
  expect(await anna.credits()).toBe(1000);
  expect($messages.get()).toEqual([]);
  expect($tip.get().status).toBe('idle');
});

it('is not sent below the minimum', async () => {
  await sendTip({ amount: TIP_MIN - 1 });
  expect($tip.get()).toEqual({ status: 'refused', amount: TIP_MIN - 1 });
});

it('P2.98 L5.2 is refused by the server when the credits were spent meanwhile', async () => {
  $wallet.setKey('credits', 5000);
  await sendTip({ amount: 2500 });
  expect($modal.get()).toEqual({ type: 'NoCreditsForTip' });
  expect(await anna.credits()).toBe(1000);
  expect(await vera.credits()).toBe(0);
});

it('is paid once when its response is lost', async () => {
  let cuts = 0;
  server.seam.answered = (key) => {
    // The tip is booked; its first response never leaves the server.
    if (key === callKey(chatAction) && cuts++ === 0) server.cutLines();
  };
  await sendTip({ amount: 250 });
  server.seam.answered = null;
  expect(cuts).toBe(2);
  expect($tip.get().status).toBe('sent');
  expect(await anna.credits()).toBe(750);
  expect(await vera.credits()).toBe(250);
});

it('can be sent again after a failure, and is paid once', async () => {
  const take = vi.spyOn(server.deps.limits, 'take').mockRejectedValue(new Error('the server failed'));
  await sendTip({ amount: 250 });
  expect($tip.get()).toMatchObject({ status: 'failed', label: 'UNDEFINED_ERROR' });
  take.mockRestore();
  await sendTipAgain();
  await sendTipAgain();
  expect($tip.get().status).toBe('sent');
  expect(await anna.credits()).toBe(750);
  expect(await vera.credits()).toBe(250);
});

it('is sent once when the button is pressed twice', async () => {
  await Promise.all([sendTip({ amount: 100 }), sendTip({ amount: 100 })]);
  expect(await anna.credits()).toBe(900);
});

it.each([
  ['nl', '100.5'],
  ['nl', '100,50'],
  ['nl', '-150'],
  ['nl', '1,000'],
  ['en', '1.000'],
  ['en', '1.00'],
  ['en', ''],
])('in %s refuses the amount %j, keeps it and sends nothing', async (locale, amount) => {
  editTip({ amount });
  await giveTip(locale);
  expect($tip.get()).toEqual({ status: 'refused', amount: null });
  expect($draft.get().amount).toBe(amount);
  expect(await anna.credits()).toBe(1000);
  expect($messages.get()).toEqual([]);
  editTip({ amount: '100' });
  expect($tip.get()).toEqual({ status: 'idle' });
});

it('sends a small tip at once, then clears its message but not its amount', async () => {
  editTip({ amount: '200', message: 'for you', isPublic: true });
  await giveTip('nl');
  expect($tip.get()).toEqual({ status: 'sent', amount: 200 });
  expect($draft.get()).toEqual({ ...emptyDraft, amount: '200', isPublic: true });
  expect(await anna.credits()).toBe(800);
});

it('asks to confirm a large part of the balance, and shows what is left of it', async () => {
  editTip({ amount: '1.000' });
  await giveTip('nl');
  expect($tip.get()).toMatchObject({ status: 'asking', wish: { amount: 1000 }, left: 0 });
  expect(await anna.credits()).toBe(1000);
  await giveTip('nl');
  expect($tip.get().status).toBe('asking');
  declineTip();
  expect($tip.get()).toEqual({ status: 'idle' });
  expect($draft.get().amount).toBe('1.000');
  expect(await anna.credits()).toBe(1000);
  await giveTip('nl');
  await confirmTip();
  expect($tip.get()).toEqual({ status: 'sent', amount: 1000 });
  expect(await anna.credits()).toBe(0);
});

it('treats the same tip after a failure as a retry: no second question, no second tip', async () => {
  editTip({ amount: '500', message: 'for you', isPublic: true });
  await giveTip('nl');
  const take = vi.spyOn(server.deps.limits, 'take').mockRejectedValue(new Error('the server failed'));
  await confirmTip();
  take.mockRestore();
  const state = $tip.get();
  if (state.status !== 'failed') throw new Error(`Tip is ${state.status}, not failed`);
  await giveTip('nl');
  expect($tip.get()).toEqual({ status: 'sent', amount: 500 });
  expect($messages.get()).toMatchObject([{ clientId: state.tip.clientId, message: 'for you' }]);
  expect(await anna.credits()).toBe(500);
  expect(await vera.credits()).toBe(500);
});

it('asks a guest to register', async () => {
  leaveChat();
  page.as();
  $wallet.setKey('credits', null);
  await joinChat(vera.username);
  await sendTip({ amount: 100 });
  expect($modal.get()).toEqual({ type: 'Register' });
});
