import { routes } from '#contract/routes.ts';

export interface ChatVisitor {
  loggedIn: boolean;
  messenger: boolean;
  /** Whether member and performer have written to each other. */
  conversation: boolean;
}

/** A path without its locale, and its query. */
export interface Target {
  path: string;
  query?: Readonly<Record<string, string>>;
}

/** Target of "chat" (live 2, 3): the conversation, a new one, or the stream for those who cannot write. */
export function chatLink(performer: { user: number; username: string }, visitor: ChatVisitor): Target {
  const { user, username } = performer;
  if (!visitor.loggedIn || !visitor.messenger) return { path: routes.stream(username) };
  if (visitor.conversation) return { path: routes.conversation(username) };
  return { path: routes.newConversation, query: { modelId: String(user), model: username } };
}
