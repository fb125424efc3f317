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
 * The button of a performer that leads to the conversation, as text. Where there is room it opens beside the page, which
 * its `data-` attribute is for (src/islands/messaging/popups/start-messages.ts).
 */
export function messageLinkHtml(
  { user, username }: { user: number; username: string },
  { locale, link, loggedIn }: Visitor,
  look: string,
): string {
  const href = chatLink({ user, username }, link, { loggedIn });
  const rel = loggedIn ? '' : html` rel="nofollow"`;
  const text = getT(locale)('profile.message', { name: username });
  // A long name takes a second line.
  const fit = 'whitespace-normal wrap-anywhere text-center';
  return html`<a href="${href}" data-message="${user}"${rel} class="btn ${fit} ${look}">${text}</a>`.toString();
}

/** Behind all else of a card. */
export const withMessageLink = (card: string, button: string): string =>
  card.replace(/<\/li>$/, () => `${button}</li>`);
