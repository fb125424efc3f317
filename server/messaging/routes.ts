import * as conversation from '#contract/messaging/conversation-calls.ts';
import * as inbox from '#contract/messaging/inbox-calls.ts';
import * as studio from '#contract/studio/inbox-calls.ts';
import { type Binding, bind } from '#server/calls/handler.ts';
import { markMessageDelivered } from './conversation/mark-message-delivered.ts';
import { markMessageRead } from './conversation/mark-message-read.ts';
import { readConversation } from './conversation/read-conversation.ts';
import { readLaterMessages } from './conversation/read-later-messages.ts';
import { sayTyping } from './conversation/say-typing.ts';
import { sendPrivateMessage } from './conversation/send-private-message.ts';
import { sendStudioMessage } from './conversation/send-studio-message.ts';
import { countUnread } from './inbox/count-unread.ts';
import { listConversations } from './inbox/list-conversations.ts';
import { readRecipient } from './inbox/read-recipient.ts';
import { setConversationState } from './inbox/set-conversation-state.ts';
import { suggestRecipients } from './inbox/suggest-recipients.ts';
import { reportConversation } from './reports/report-conversation.ts';

/** A performer's calls go to the same handlers: who calls says which side is meant. */
export const messagingRoutes: readonly Binding[] = [
  bind(inbox.listConversations, listConversations),
  bind(inbox.countUnread, countUnread),
  bind(inbox.setConversationState, setConversationState),
  bind(inbox.suggestRecipients, suggestRecipients),
  bind(inbox.readRecipient, readRecipient),
  bind(inbox.reportConversation, reportConversation, { limit: 'report' }),
  bind(conversation.readConversation, readConversation),
  bind(conversation.readLaterMessages, readLaterMessages),
  bind(conversation.sendPrivateMessage, sendPrivateMessage),
  bind(conversation.markMessageRead, markMessageRead),
  bind(conversation.markMessageDelivered, markMessageDelivered),
  bind(conversation.sayTyping, sayTyping),
  bind(studio.listStudioConversations, listConversations),
  bind(studio.readStudioConversation, readConversation),
  bind(studio.readLaterStudioMessages, readLaterMessages),
  bind(studio.sendStudioMessage, sendStudioMessage),
  bind(studio.markStudioMessageRead, markMessageRead),
  bind(studio.sayStudioTyping, sayTyping),
  bind(studio.setStudioConversationState, setConversationState),
];
