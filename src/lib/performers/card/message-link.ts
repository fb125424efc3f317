import { html } from 'hono/html';
import type { Locale } from '#contract/locales.ts';
import { getT } from '../../site/i18n.ts';
import type { Link } from '../../site/link.ts';
import { chatLink } from '../profile/chat-link.ts';

interface Visitor {
  readonly locale: Locale;
  readonly link: Link;
  readonly loggedIn: boolean;
}

/**
 * Link to the conversation with a performer, as text. If there is room the conversation opens beside the page, by its
 * `data-` attribute (src/islands/messaging/popups/start-messages.ts).
 */
export function messageLinkHtml(
  { user, username }: { user: number; username: string },
  { locale, link, loggedIn }: Visitor,
  look: string,
): string {
  const href = chatLink({ user, username }, link, { loggedIn });
  const rel = loggedIn ? '' : html` rel="nofollow"`;
  const text = getT(locale)('profile.message', { name: username });
  // A long name wraps to a second line.
  const fit = 'whitespace-normal wrap-anywhere text-center';
  return html`<a href="${href}" data-message="${user}"${rel} class="btn ${fit} ${look}">${text}</a>`.toString();
}

/** Appends the button to a card. */
export const withMessageLink = (card: string, button: string): string =>
  card.replace(/<\/li>$/, () => `${button}</li>`);
