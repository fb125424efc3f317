import { afterEach, beforeEach, expect, it } from 'vitest';
import { savePrices } from '#contract/studio/price-calls.ts';
import type { TestMember, TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { eventually, openAnnasPage, servePlayableApp } from '../../testing/page.ts';
import { $meter } from '../meter.ts';
import { openStream } from '../offer.ts';
import { $prices } from '../prices.ts';
import { $chat } from '../store.ts';
import { createChat } from './session.ts';

const chat = createChat();
const server = servePlayableApp({ PRICES: 'chat=30-120/6,vip=120-480/12,unit=10' });
const before = { chat: 60, vip: 240, unitSeconds: 10 } as const;
let anna: TestMember;
let vera: TestPerformer;
let stop: () => void;

beforeEach(async () => {
  $chat.set({ status: 'idle' });
  ({ anna, vera } = await openAnnasPage(server, { credits: 500 }));
  stop = openStream({
    user: vera.id,
    username: vera.username,
    onlineStatus: 1,
    isMember: true,
    prices: before,
  });
});
afterEach(() => {
  stop();
  chat.close();
});

const ask = (price: number) => callApp(server, savePrices, { chat: price, vip: 300 }, bearer(vera.token));

it('names the prices on offer, and those of the chat once it is joined', async () => {
  expect($prices.get()).toEqual(before);
  await chat.joinChat(vera.username);
  expect($chat.get().status).toBe('watching');
  expect($meter.get()).toMatchObject({ price: 60, unitSeconds: 10 });
  expect($prices.get()).toEqual(before);
});

it('follows a change of the performer', async () => {
  await ask(90);
  await eventually(() => expect($prices.get()).toEqual({ chat: 90, vip: 300, unitSeconds: 10 }));
});

it('asks again, without a charge, if she asks more than the page has shown', async () => {
  await ask(90);
  await chat.joinChat(vera.username, 'chat', before);
  expect($chat.get()).toMatchObject({ status: 'failed', label: 'badRequest.chat.price' });
  await eventually(() => expect($prices.get().chat).toBe(90));
  expect(await anna.credits()).toBe(500);
  $chat.set({ status: 'idle' });
  await chat.joinChat(vera.username);
  expect($chat.get().status).toBe('watching');
});
