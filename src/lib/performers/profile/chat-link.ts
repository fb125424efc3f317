import { routes } from '#contract/routes.ts';
import type { Link } from '../../site/link.ts';
import { NEXT } from '../../site/return-to.ts';

interface Performer {
  readonly user: number;
  readonly username: string;
}

/**
 * Target of "chat" (live 2, 3) for one visitor. The page of a new conversation leads on to the one that there is; a guest
 * gets there by the login.
 */
export function chatLink(
  { user, username }: Performer,
  link: Link,
  { loggedIn }: { loggedIn: boolean },
): string {
  const target = link(routes.newConversation, { modelId: String(user), model: username });
  return loggedIn ? target : link(routes.login, { [NEXT]: target });
}
