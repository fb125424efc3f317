import { routes } from '#contract/site/routes.ts';
import { isFree, isPaused, isVip, opensStream } from '#contract/start/looks.ts';
import type { MessageKey } from '../../site/i18n.ts';
import type { Link } from '../../site/links/link.ts';
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

interface WayIn {
  /** Whether the chat can be entered now. */
  readonly open: boolean;
  readonly action: MessageKey;
  /** The price, or why the chat cannot be entered. */
  readonly note: MessageKey;
}

/** Text of a profile's button for this status, and the line below it. */
export function wayIn(status: number): WayIn {
  const open = opensStream(status) && !isVip(status);
  if (open && isFree(status)) return { open, action: 'profile.chatFree', note: 'profile.priceFree' };
  if (open) return { open, action: 'profile.chat', note: 'profile.priceMinute' };
  return { open, action: 'profile.chatOffline', note: reason(status) };
}

function reason(status: number): MessageKey {
  if (isVip(status)) return 'status.busy';
  return isPaused(status) ? 'status.break' : 'profile.priceNone';
}
