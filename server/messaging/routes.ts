import * as conversation from '#contract/messaging/conversation-calls.ts';
import * as inbox from '#contract/messaging/inbox-calls.ts';
import { sides } from '#contract/messaging/messages.ts';
import { uploadPhoto as uploadPhotoCall } from '#contract/messaging/photo-calls.ts';
import * as studio from '#contract/studio/inbox-calls.ts';
import { reportStudioConversation as reportStudioConversationCall } from '#contract/studio/numbers/report-calls.ts';
import { type Binding, bind } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import { markMessageDelivered, markMessageRead } from './conversation/mark-message.ts';
import { readConversation, readLaterMessages } from './conversation/read-conversation.ts';
import { sendPrivateMessage } from './conversation/send-private-message.ts';
import { sendStudioMessage } from './conversation/send-studio-message.ts';
import { sayTyping } from './conversation/tell-message.ts';
import { countUnread, listConversations } from './inbox/list-conversations.ts';
import { readRecipient, suggestRecipients } from './inbox/recipients.ts';
import { setConversationState } from './inbox/set-conversation-state.ts';
import { photoRoute } from './photos/photo-files.ts';
import { servePhoto } from './photos/reads.ts';
import { uploadPhoto } from './photos/upload-photo.ts';

const uploads = { callerLimits: ['photo-upload', 'photo-upload-day'] } as const;

import { reportConversation } from './reports/report-conversation.ts';

/** Performers' calls use the same handlers: the caller determines the side. */
export const messagingRoutes: readonly Binding[] = [
  bind(inbox.listConversations, listConversations),
  bind(inbox.countUnread, countUnread),
  bind(inbox.setConversationState, setConversationState),
  bind(inbox.suggestRecipients, suggestRecipients),
  bind(inbox.readRecipient, readRecipient),
  // Before routes with a conversation's number in this place.
  bind(uploadPhotoCall, uploadPhoto, uploads),
  bind(studio.uploadStudioPhoto, uploadPhoto, uploads),
  bind(inbox.reportConversation, reportConversation, { limit: 'report' }),
  bind(reportStudioConversationCall, reportConversation, { limit: 'report' }),
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
  bind(studio.markStudioMessageDelivered, markMessageDelivered),
  bind(studio.sayStudioTyping, sayTyping),
  bind(studio.setStudioConversationState, setConversationState),
];

export const messagingRawRoutes: readonly RawRoute[] = sides.map((side) => ({
  // Not a call, because it returns a file.
  method: 'GET',
  path: photoRoute(side),
  maxBytes: 0,
  handler: servePhoto,
}));
