import { expect, it } from 'vitest';
import { createLink } from '../../site/link.ts';
import { messageLinkHtml, withMessageLink } from './message-link.ts';

const link = createLink('en', {});
const visitor = { locale: 'en', link, loggedIn: true } as const;
const vera = { user: 12, username: 'Vera <3' };

it('L3.5 contains the performer’s name as text and the id for the script', () => {
  const button = messageLinkHtml(vera, visitor, 'btn-quiet');
  expect(button).toContain('>Send Vera &lt;3 a message</a>');
  expect(button).toContain('href="/en/messenger/new-conversation?modelId=12&amp;model=Vera+%3C3"');
  expect(button).toContain(
    'data-message="12" class="btn whitespace-normal wrap-anywhere text-center btn-quiet"',
  );
});

it('leads a guest to the login, with nofollow', () => {
  const button = messageLinkHtml(vera, { ...visitor, loggedIn: false }, '');
  expect(button).toMatch(/href="\/en\/login\?next=[^"]+" data-message="12" rel="nofollow"/);
});

it('L3.5 is the last element of a card, whatever the name contains', () => {
  const button = messageLinkHtml({ user: 1, username: '$& $1' }, visitor, '');
  expect(withMessageLink('<li><p>Vera</p></li>', button)).toBe(`<li><p>Vera</p>${button}</li>`);
});
