import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import * as conversation from '#contract/messaging/conversation-calls.ts';
import * as inbox from '#contract/messaging/inbox-calls.ts';
import { NEW_CONVERSATION } from '#contract/messaging/messages.ts';
import * as studio from '#contract/studio/inbox-calls.ts';
import type { TestMember, TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp, type TestApp } from '#server/testing/test-app.ts';

type Sent = OutputOf<typeof conversation.sendPrivateMessage>;
type List = InputOf<typeof inbox.listConversations>;
type History = Omit<InputOf<typeof conversation.readConversation>, 'conversationId'>;

/** Calls of both sides, as their pages make them. */
export interface TestMessenger {
  /** Sends a message from a member to a performer, with or without an existing conversation. */
  write(from: TestMember, to: TestPerformer, message: string, clientId?: string): Promise<Sent>;
  answer(from: TestPerformer, conversationId: number, message: string): Promise<Sent['message']>;
  list(who: TestMember, input?: List): Promise<OutputOf<typeof inbox.listConversations>>;
  studioList(who: TestPerformer, input?: List): Promise<OutputOf<typeof studio.listStudioConversations>>;
  history(
    who: TestMember,
    conversationId: number,
    input?: History,
  ): Promise<OutputOf<typeof conversation.readConversation>>;
  read(who: TestMember, messageId: number): Promise<number>;
  studioRead(who: TestPerformer, messageId: number): Promise<number>;
  state(
    who: TestMember,
    id: number,
    state: InputOf<typeof inbox.setConversationState>['state'],
  ): Promise<true>;
}

export function messengerOf(server: TestApp): TestMessenger {
  const as = ({ token }: { token: string }) => bearer(token);
  return {
    write: (from, to, message, clientId = server.deps.newId()) =>
      callApp(
        server,
        conversation.sendPrivateMessage,
        { conversationId: NEW_CONVERSATION, performerId: to.id, message, clientId },
        as(from),
      ),
    answer: async (from, conversationId, message) =>
      (
        await callApp(
          server,
          studio.sendStudioMessage,
          { conversationId, message, clientId: server.deps.newId() },
          as(from),
        )
      ).message,
    list: (who, input = {}) => callApp(server, inbox.listConversations, input, as(who)),
    studioList: (who, input = {}) => callApp(server, studio.listStudioConversations, input, as(who)),
    history: (who, conversationId, input = {}) =>
      callApp(server, conversation.readConversation, { conversationId, ...input }, as(who)),
    read: async (who, id) => (await callApp(server, conversation.markMessageRead, { id }, as(who))).unread,
    studioRead: async (who, id) =>
      (await callApp(server, studio.markStudioMessageRead, { id }, as(who))).unread,
    state: (who, id, state) => callApp(server, inbox.setConversationState, { id, state }, as(who)),
  };
}
