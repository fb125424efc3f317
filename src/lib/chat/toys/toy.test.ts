import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { brand } from '#content/brand/index.ts';
import { readToy } from '#contract/chat/toy-calls.ts';
import { callKey } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { beatToy, setToy, stopToy } from '#contract/studio/toy-calls.ts';
import { sweepToys } from '#server/chat/toys/sweep-toys.ts';
import { sayInRoom } from '#server/studio/room.ts';
import type { TestMember, TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { openAnnasPage, servePlayableApp } from '../../testing/page.ts';
import { $wallet } from '../../wallet/store.ts';
import { $messages, $notices, clearNotices } from '../room/messages.ts';
import { createChat } from '../session/session.ts';
import { $chat, $isToyOn } from '../store.ts';
import { $draft, $tip, editTip, emptyDraft, giveTip, sendTip } from '../tips/tips.ts';
import { $toy, openToy } from './toy.ts';

const chat = createChat();
const { joinChat, leaveChat } = chat;
const server = servePlayableApp();
let anna: TestMember;
let vera: TestPerformer;

/** Anna has 5000 credits and is about to watch Vera’s free chat. */
beforeEach(async () => {
  $chat.set({ status: 'idle' });
  $tip.set({ status: 'idle' });
  $draft.set(emptyDraft);
  ({ anna, vera } = await openAnnasPage(server, { credits: 5000, status: onlineStatus.free }));
  $wallet.setKey('credits', 5000);
});
afterEach(() => {
  chat.close();
  vi.restoreAllMocks();
});

const watch = () => joinChat(vera.username);
const set = (active: boolean) => callApp(server, setToy, { active }, bearer(vera.token));
const shownNotices = () => $notices.get().map(({ key, values }) => [key, values['name']]);
const isOn = (value: boolean) => expect.poll(() => $isToyOn.get()).toBe(value);

it('L3.13 L4.20 is set from the join, with a line in the chat', async () => {
  await set(true);
  await watch();
  await isOn(true);
  expect(shownNotices()).toEqual([['toys.on', vera.username]]);
  expect($toy.get()).toEqual({ playing: null, waiting: 0 });
});

it('L4.54 announces each switch once, and is off for the next chat', async () => {
  await watch();
  expect($isToyOn.get()).toBe(false);
  await set(true);
  await isOn(true);
  await set(false);
  await isOn(false);
  await set(true);
  await isOn(true);
  expect(shownNotices().map(([key]) => key)).toEqual(['toys.on', 'toys.off', 'toys.on']);
  leaveChat();
  expect($isToyOn.get()).toBe(false);
});

it('an answer from before a switch does not undo it', async () => {
  await set(true);
  await watch();
  await isOn(true);
  const released = Promise.withResolvers<void>();
  server.seam.answered = (key) => (key === callKey(readToy) ? released.promise : undefined);
  const stop = openToy(vera.username);
  await set(false);
  await isOn(false);
  released.resolve();
  server.seam.answered = null;
  await expect.poll(() => $messages.get()).toEqual([]);
  expect($isToyOn.get()).toBe(false);
  stop();
});

it('shows what plays and how much waits, from the tip to the end', async () => {
  await set(true);
  await watch();
  await isOn(true);
  await sendTip({ amount: 500 });
  expect($messages.get()).toMatchObject([{ messageType: 'tip-cybertoy', tipType: 'medium' }]);
  await expect.poll(() => $toy.get().waiting).toBe(1);
  await sweepToys(server.deps);
  await expect.poll(() => $toy.get()).toMatchObject({ playing: { level: 'medium' }, waiting: 0 });
  expect($toy.get().playing?.endsAt).toBeGreaterThan(Date.now() + 28_000);
  await callApp(server, stopToy, {}, bearer(vera.token));
  await expect.poll(() => $toy.get().playing).toBeNull();
  await isOn(false);
});

it('shows its current state to a viewer who joins in the middle', async () => {
  await set(true);
  await watch();
  await isOn(true);
  await sendTip({ amount: 1000 });
  await sweepToys(server.deps);
  leaveChat();
  await expect.poll(() => $chat.get().status).toBe('ended');
  await watch();
  await expect.poll(() => $toy.get()).toMatchObject({ playing: { level: 'ultra' } });
});

it('refuses a tip that comes too soon, unpaid, with a message', async () => {
  await set(true);
  await watch();
  await isOn(true);
  await sendTip({ amount: 250 });
  await sendTip({ amount: 250 });
  expect($tip.get()).toEqual({ status: 'no-toy', why: 'soon' });
  expect(await anna.credits()).toBe(4750);
  // Any other amount is a plain tip.
  editTip({ amount: '260' });
  await giveTip('nl');
  expect($tip.get()).toEqual({ status: 'sent', amount: 260 });
});

it('L9.3 is not moved by a named tip, which becomes a plain one when another amount is typed', async () => {
  await set(true);
  await watch();
  await isOn(true);
  editTip({ amount: '100', tipType: 'wink' });
  await giveTip('nl');
  expect($messages.get()).toMatchObject([{ messageType: 'tip', tipType: 'wink', amount: 100 }]);
  editTip({ amount: '250' });
  await giveTip('nl');
  expect($messages.get().at(-1)).toMatchObject({ messageType: 'tip-cybertoy', amount: 250 });
});

it('is read again after a lost connection', async () => {
  await set(true);
  await watch();
  await isOn(true);
  server.cutLines();
  await callApp(server, beatToy, { run: null }, bearer(vera.token));
  await set(false);
  await isOn(false);
});

it('does nothing for a brand without toys', async () => {
  const { features } = brand;
  vi.spyOn(brand, 'features', 'get').mockReturnValue({ ...features, toys: false });
  await set(true);
  await watch();
  await set(false);
  await set(true);
  // The room hears this after the switches.
  const input = { clientId: server.deps.newId(), messageType: 'notice', message: 'Hello' } as const;
  await sayInRoom(server.deps, vera.caller, input);
  await expect.poll(() => $messages.get()).toMatchObject([{ message: 'Hello' }]);
  expect($isToyOn.get()).toBe(false);
  expect(shownNotices()).toEqual([]);
});

it('L4.54 calls a performer without a known name “Performer”', async () => {
  clearNotices();
  const stop = openToy('');
  expect(shownNotices()).toEqual([['toys.on', 'Performer']]);
  stop();
  // In a room, followToy() does this.
  $isToyOn.set(false);
});

it('shows the credits given back for a run the performer stopped', async () => {
  await set(true);
  await watch();
  await isOn(true);
  await sendTip({ amount: 250 });
  await expect.poll(() => $wallet.get().credits).toBe(4750);
  await callApp(server, stopToy, {}, bearer(vera.token));
  await expect
    .poll(() => $notices.get().at(-1))
    .toMatchObject({ key: 'toys.returned', values: { count: 250 } });
});
