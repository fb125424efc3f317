import { afterEach, beforeAll, expect, it } from 'vitest';
import { setConversationState } from '#contract/messaging/inbox-calls.ts';
import { sendPhoto, upload } from '#server/messaging/photos/testing.ts';
import { messengerOf, type TestMessenger } from '#server/messaging/testing.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { answerInbox, type Inbox } from './inbox.ts';
import { request } from './studio.ts';

const server = serveTestApp();
let messenger: TestMessenger;
let inbox: Inbox;
let logged: string[] = [];
beforeAll(async () => {
  messenger = messengerOf(server);
});
afterEach(() => inbox.leave());

function open({ token, id }: TestPerformer, thinkMs = 1): void {
  logged = [];
  inbox = answerInbox({
    url: server.url,
    studio: {
      apiKey: server.deps.config.apiKey,
      token,
      performerId: id,
      call: (endpoint, input) =>
        request({ url: server.url, apiKey: server.deps.config.apiKey }, endpoint, { input, token }),
    },
    dialogue: {
      answer: ({ sender, message }) => `${sender}: ${message}?`,
      greetCamera: () => '',
      answerPhoto: (name) => `Nice, ${name}!`,
    },
    log: (event) => logged.push(event),
    pace: { thinkMs, letterMs: 0, patience: 4 },
  });
}

it('answers a message soon and marks it as read', async () => {
  const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
  open(vera);
  await messenger.write(anna, vera, 'Hoi');
  await expect.poll(async () => (await messenger.list(anna)).unread).toBe(1);
  const [{ id, message } = { id: 0, message: null }] = (await messenger.list(anna)).conversations;
  expect(message?.content).toMatch(/^lid\d+: Hoi\?$/);
  expect((await messenger.history(anna, id)).messages[0]).toMatchObject({ owner: 'self', read: true });
  expect(logged).toEqual([]);
});

it('answers a photo with words', async () => {
  const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
  open(vera);
  const { photo } = await upload(server, anna);
  await sendPhoto(server, { from: anna, to: vera }, { attachment: photo });
  await expect.poll(async () => (await messenger.list(anna)).unread).toBe(1);
  const [conversation] = (await messenger.list(anna)).conversations;
  expect(conversation?.message).toMatchObject({
    type: 'text',
    content: expect.stringMatching(/^Nice, lid\d+!$/),
  });
});

it('answers a repeated message once', async () => {
  const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
  open(vera, 300);
  await messenger.write(anna, vera, 'Dag');
  // The performer receives messages from here on.
  await expect.poll(async () => (await messenger.list(anna)).unread).toBe(1);
  const { message } = await messenger.write(anna, vera, 'Hoi');
  const push = { conversation: message.conversation, message: { ...message, owner: 'other' as const } };
  server.deps.push.toPerformer(vera.id, 'private-message', push);
  const answers = async () => {
    const { messages } = await messenger.history(anna, message.conversation);
    return messages
      .filter(({ owner }) => owner === 'other')
      .map(({ content }) => content.replace(/^.*: /, ''));
  };
  await expect.poll(() => answers()).toEqual(['Dag?', 'Hoi?']);
  await messenger.write(anna, vera, 'En');
  await expect.poll(() => answers()).toEqual(['Dag?', 'Hoi?', 'En?']);
});

it('answers messages received while she was away, but none that she has answered before', async () => {
  const [anna, bram, vera] = [
    await aMember(server, 1000),
    await aMember(server, 1000),
    await aPerformer(server),
  ];
  const { message } = await messenger.write(anna, vera, 'Ben je er?');
  await messenger.write(bram, vera, 'Dag');
  await messenger.answer(vera, message.conversation, 'Ja hoor');
  open(vera);
  await expect.poll(async () => (await messenger.list(bram)).unread).toBe(1);
  expect((await messenger.list(anna)).unread).toBe(1);
});

it('logs messages that could not be answered', async () => {
  const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
  const { message } = await messenger.write(anna, vera, 'Hoi');
  const state = { id: message.conversation, state: 'block' } as const;
  await callApp(server, setConversationState, state, bearer(anna.token));
  open(vera);
  await expect.poll(() => logged).toEqual(['cast.unsaid']);
});
