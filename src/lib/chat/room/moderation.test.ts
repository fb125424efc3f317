import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { appointModerator, dismissModerator } from '#contract/chat/room/moderator-calls.ts';
import { setSlowMode } from '#contract/chat/room/sanction-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sendMessage as say } from '#server/chat/room/send-message.ts';
import { countViewers } from '#server/chat/session/viewers.ts';
import { aMember, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { join, type Viewer } from '#server/testing/viewer.ts';
import { eventually, openAnnasPage, servePlayableApp } from '../../testing/page.ts';
import { createChat } from '../session/session.ts';
import { $chat } from '../store.ts';
import { $messages, $notices, isOwn, sendMessage } from './messages.ts';
import { type Moderation, openModeration, speakersOf } from './moderation.ts';
import { $voice, $wait } from './voice.ts';

const chat = createChat();
const server = servePlayableApp();
let vera: TestPerformer;
let bram: Viewer;
let moderation: Moderation | null = null;

/** Anna watches Vera's free chat, in which Bram writes. */
beforeEach(async () => {
  $chat.set({ status: 'idle' });
  ({ vera } = await openAnnasPage(server, { credits: 0, status: onlineStatus.free }));
  await chat.joinChat(vera.username);
  bram = await join(server, (await aMember(server)).caller, vera);
});
afterEach(() => {
  moderation?.close();
  chat.close();
});

const me = () => {
  const now = $chat.get();
  return now.status === 'watching' ? now.sender : '';
};
const appoint = async () => {
  const { id } = await callApp(server, appointModerator, { target: { name: me() } }, bearer(vera.token));
  await eventually(() => expect($voice.get().isModerator).toBe(true));
  return id;
};
const bramSays = (message: string) =>
  say(server.deps, bram.caller, {
    action: 'message',
    recipient: 'host',
    auth: bram.auth(),
    clientId: server.deps.newId(),
    data: { message, messageType: 'host' },
  });

it('is told when it begins and ends, and known again after a reload', async () => {
  expect($voice.get().moderators).toEqual([]);
  const moderator = await appoint();
  expect($voice.get().moderators).toEqual([me()]);
  expect($notices.get().at(-1)?.key).toBe('chat.moderation.begun');
  chat.leaveChat();
  await chat.joinChat(vera.username);
  expect($voice.get().moderators).toEqual([me()]);
  expect($voice.get().isModerator).toBe(true);
  await callApp(server, dismissModerator, { moderator }, bearer(vera.token));
  await eventually(() => expect($voice.get().isModerator).toBe(false));
  await eventually(() => expect($voice.get().moderators).toEqual([]));
  expect($notices.get().at(-1)?.key).toBe('chat.moderation.over');
});

it('is told at the next visit that it has ended meanwhile', async () => {
  const moderator = await appoint();
  server.clock.advance(1000);
  chat.leaveChat();
  await eventually(async () => expect(await countViewers(server.deps, vera.id)).toBe(1));
  server.clock.advance(1000);
  await callApp(server, dismissModerator, { moderator }, bearer(vera.token));
  await chat.joinChat(vera.username);
  expect($notices.get().map(({ key }) => key)).toEqual(['chat.moderation.over']);
});

it('has no slow mode', async () => {
  await callApp(server, setSlowMode, { seconds: 60 }, bearer(vera.token));
  await eventually(() => expect($voice.get().slowSeconds).toBe(60));
  await sendMessage('one');
  expect($wait.get()).toMatchObject({ why: 'slow' });
  await appoint();
  expect($wait.get()).toBeNull();
  await sendMessage('two');
  expect($messages.get().map(({ message }) => message)).toEqual(['one', 'two']);
});

it('mutes who wrote last, undoes it, and says why an act was refused', async () => {
  await appoint();
  await sendMessage('Hello');
  for (const line of ['Spam', 'More spam']) await bramSays(line);
  await eventually(() => {
    const room = { moderators: $voice.get().moderators, isOwn: (line: ChatMessage) => isOwn(line, me()) };
    expect(speakersOf($messages.get(), room)).toMatchObject([{ message: 'More spam' }]);
  });
  moderation = openModeration();
  const { $moderation, moderateViewer, undoModeration } = moderation;
  await eventually(() => expect($moderation.get().until).not.toBeNull());
  await moderateViewer(bram.joined.sender, 'mute');
  expect($moderation.get()).toMatchObject({ refusal: null, sanctions: [{ name: bram.joined.sender }] });
  await moderateViewer(bram.joined.sender, 'mute');
  expect($moderation.get().refusal).toBe('badRequest.moderator.already');
  await undoModeration($moderation.get().sanctions[0]?.id ?? 0);
  expect($moderation.get()).toMatchObject({ refusal: null, sanctions: [] });
});
