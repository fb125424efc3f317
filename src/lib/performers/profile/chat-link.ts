import { routes } from '#contract/routes.ts';
import type { Link } from '../../site/link.ts';
import { NEXT } from '../../site/routing/return-to.ts';

interface Performer {
  readonly user: number;
  readonly username: string;
}

/**
 * Target of "chat" (live 2, 3) for one visitor. The page of a new conversation redirects to an existing one; a guest
 * gets there through the login.
 */
export function chatLink(
  { user, username }: Performer,
  link: Link,
  { loggedIn }: { loggedIn: boolean },
): string {
  const target = link(routes.newConversation, { modelId: String(user), model: username });
  return loggedIn ? target : link(routes.login, { [NEXT]: target });
}
