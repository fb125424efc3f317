import { randomUUID } from 'node:crypto';
import { expect, request } from '@playwright/test';
import { type AnyEndpoint, type InputOf, type OutputOf, pathOf } from '#contract/endpoint.ts';
import type { OnlineStatus } from '#contract/performers/status.ts';
import {
  listStudioConversations,
  markStudioMessageRead,
  readStudioConversation,
  sendStudioMessage,
  uploadStudioPhoto,
} from '#contract/studio/inbox-calls.ts';
import { sayInRoom, setStatus, studioLogin } from '#contract/studio/studio-calls.ts';
import { setToy, stopToy } from '#contract/studio/toy-calls.ts';

interface Performer {
  performer: string;
  origin: string;
}

/** Logs a performer in and returns a function that sets the performer's status. */
export async function studioOf(who: Performer) {
  const call = await openStudio(who);
  return async (status: OnlineStatus): Promise<void> => {
    await call(setStatus, { onlineStatus: status });
  };
}

/** Logs a performer in and returns a function that writes in the performer's room. */
export async function voiceOf(who: Performer) {
  const call = await openStudio(who);
  return async (message: string): Promise<void> => {
    await call(sayInRoom, { message, clientId: randomUUID() });
  };
}

/** Controls the performer's toy, which the demo's bridge may have switched before. */
export async function toyOf(who: Performer) {
  const call = await openStudio(who);
  return {
    set: async (active: boolean): Promise<void> => {
      await call(setToy, { active });
    },
    stop: async (): Promise<void> => {
      await call(stopToy, {});
    },
  };
}

/** The performer's side of the conversation with the newest message. */
export async function inboxOf(who: Performer) {
  const call = await openStudio(who);
  const last = async () => {
    const { conversations } = await call(listStudioConversations, {});
    const [first] = conversations;
    if (!first) throw new Error(`${who.performer} has no conversation`);
    return first.id;
  };
  return {
    read: async (): Promise<string[]> => {
      const { messages } = await call(readStudioConversation, { conversationId: await last() });
      const newest = messages.at(-1);
      if (newest) await call(markStudioMessageRead, { id: newest.id });
      return messages.map(({ content }) => content);
    },
    write: async (message: string): Promise<void> => {
      await call(sendStudioMessage, { conversationId: await last(), message, clientId: randomUUID() });
    },
    show: async (file: Uint8Array<ArrayBuffer>): Promise<void> => {
      const { photo } = await call(uploadStudioPhoto, { file });
      const clientId = randomUUID();
      await call(sendStudioMessage, { conversationId: await last(), attachment: photo, clientId });
    },
  };
}

/** Logs a performer in and returns the token of a studio session. */
export async function logInToStudio({ performer, origin }: Performer): Promise<string> {
  const api = await request.newContext({ baseURL: origin });
  const login = await api.post(pathOf(studioLogin), {
    headers: { 'api-key': 'vonk-web', origin },
    data: { username: performer, password: 'Studio1234' },
  });
  const { token } = studioLogin.output.parse(await login.json());
  await api.dispose();
  return token;
}

/** Logs a performer in and returns a function that makes the performer's calls. */
export async function openStudio({ performer, origin }: Performer) {
  const token = await logInToStudio({ performer, origin });
  const headers = { 'api-key': 'vonk-web', origin, authorization: `Bearer ${token}` };
  // A separate context, because the page's cookies identify another person.
  const studio = await request.newContext({ baseURL: origin });
  return async <E extends AnyEndpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> => {
    const [type] = endpoint.body?.types ?? [];
    const answer = await studio.fetch(pathOf(endpoint, input as Record<string, unknown>), {
      method: endpoint.method,
      headers: {
        ...headers,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(endpoint.method === 'GET' ? {} : { data: type ? Buffer.from(fileOf(input)) : input }),
    });
    expect(answer.status()).toBe(200);
    return endpoint.output.parse(await answer.json()) as OutputOf<E>;
  };
}

/** The file of a call whose body is a file. */
const fileOf = (input: unknown): Uint8Array => (input as { file: Uint8Array }).file;
