import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { saveGoals, saveTipMenu } from '#contract/studio/tipping-calls.ts';
import { performers } from '#server/performers/tables.ts';
import type { TestMember, TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { closeConnection } from '../../api/socket/socket.ts';
import { openAnnasPage, servePlayableApp } from '../../testing/page.ts';
import { $wallet } from '../../wallet/store.ts';
import { $messages, $notices } from '../room/messages.ts';
import { createChat } from '../session/session.ts';
import { $chat, $goal } from '../store.ts';
import { $items, $topTippers, openTipMenu, readMenu } from './tip-menu.ts';
import { $draft, $tip, editTip, emptyDraft, giveTip } from './tips.ts';

const chat = createChat();
const server = servePlayableApp();
let anna: TestMember;
let vera: TestPerformer;
let stop = () => {};

const song = { name: 'A song', price: 250 };
const save = (items: (typeof song)[]) =>
  callApp(server, saveTipMenu, { list: 'menu', items }, bearer(vera.token));

/** Anna watches Vera's free chat with 5000 credits and looks at the tips. */
beforeEach(async () => {
  $chat.set({ status: 'idle' });
  $tip.set({ status: 'idle' });
  $draft.set(emptyDraft);
  ({ anna, vera } = await openAnnasPage(server, { credits: 5000, status: onlineStatus.free }));
  $wallet.setKey('credits', 5000);
  await save([song]);
  const goals = [{ text: 'Cake', amount: 500 }];
  await callApp(server, saveGoals, { goals, carriesOver: false }, bearer(vera.token));
  await chat.joinChat(vera.username);
  stop = openTipMenu();
});
afterEach(() => {
  stop();
  chat.close();
});

it('shows the menu, also after the performer changed it', async () => {
  await expect.poll(() => $items.get()).toEqual([song]);
  await save([]);
  await expect.poll(() => $items.get()).toEqual([]);
});

it('an answer that arrives late does not replace a newer one', async () => {
  await expect.poll(() => $items.get()).toEqual([song]);
  // Without a connection the call is made over HTTP, where its answer can be delayed.
  closeConnection();
  const { fetch } = globalThis;
  const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const answer = await fetch(...request);
    answered.resolve();
    await released.promise;
    return answer;
  });
  const late = readMenu();
  await answered.promise;
  vi.stubGlobal('fetch', fetch);
  await save([]);
  await readMenu();
  expect($items.get()).toEqual([]);
  released.resolve();
  await late;
  expect($items.get()).toEqual([]);
});

it('a chosen item is sent with its name, until another amount is typed', async () => {
  editTip({ amount: '250', item: 'A song' });
  await giveTip('nl');
  expect($messages.get()).toMatchObject([{ amount: 250, tipItem: 'A song' }]);
  editTip({ amount: '251' });
  await giveTip('nl');
  expect($messages.get().at(-1)).toMatchObject({ amount: 251, tipItem: null });
});

it('an item whose price has changed is not paid', async () => {
  editTip({ amount: '250', item: 'A song' });
  await save([{ ...song, price: 300 }]);
  await giveTip('nl');
  expect($tip.get()).toEqual({ status: 'no-item' });
  expect($draft.get().item).toBeUndefined();
  expect(await anna.credits()).toBe(5000);
});

it('the goal is known from the join, moves with each tip, and says when it is reached', async () => {
  expect($goal.get()).toMatchObject({ text: 'Cake', collected: 0 });
  editTip({ amount: '200' });
  await giveTip('nl');
  await expect.poll(() => $goal.get()).toMatchObject({ collected: 200 });
  editTip({ amount: '300' });
  await giveTip('nl');
  await expect.poll(() => $goal.get()).toBeNull();
  expect($notices.get().at(-1)).toMatchObject({ key: 'tips.goal.reached', values: { text: 'Cake' } });
});

it('says which goal was reached in the language of the page', async () => {
  const goals = [{ text: 'Cake', amount: 500, texts: { nl: 'Taart', de: 'Torte' } }];
  await callApp(server, saveGoals, { goals, carriesOver: false }, bearer(vera.token));
  await expect.poll(() => $goal.get()).toMatchObject({ texts: { nl: 'Taart' } });
  editTip({ amount: '500' });
  await giveTip('nl');
  await expect.poll(() => $goal.get()).toBeNull();
  expect($notices.get().at(-1)).toMatchObject({ values: { text: 'Taart' } });
});

it('the top tippers follow each tip, and are known again when the tab is opened anew', async () => {
  const publicSince = server.deps.now();
  await server.deps.db.update(performers).set({ publicSince }).where(eq(performers.id, vera.id));
  editTip({ amount: '200' });
  await giveTip('nl');
  await expect.poll(() => $topTippers.get().tippers).toMatchObject([{ credits: 200 }]);
  stop();
  stop = openTipMenu();
  expect($topTippers.get().tippers).toEqual([]);
  await expect.poll(() => $topTippers.get().tippers).toMatchObject([{ credits: 200 }]);
});
