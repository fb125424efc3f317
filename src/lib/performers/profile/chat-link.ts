import { routes } from '#contract/routes.ts';

export interface ChatVisitor {
  loggedIn: boolean;
  /** Whether this site has private messages. */
  messenger: boolean;
  /** Whether the member and the performer have written to each other. */
  conversation: boolean;
}

/** An address of the site without its language, and what goes into its query. */
export interface Target {
  path: string;
  query?: Readonly<Record<string, string>>;
}

/**
 * Where "chat with her" leads (live 2, 3): to the conversation, to a new one, or, for who can't write, to the stream.
 */
export function chatLink(performer: { user: number; username: string }, visitor: ChatVisitor): Target {
  const { user, username } = performer;
  if (!visitor.loggedIn || !visitor.messenger) return { path: routes.stream(username) };
  if (visitor.conversation) return { path: routes.conversation(username) };
  return { path: routes.newConversation, query: { modelId: String(user), model: username } };
}
