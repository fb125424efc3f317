import { expect, it } from 'vitest';
import { createLink } from '../../site/links/link.ts';
import { returnTo } from '../../site/routing/return-to.ts';
import { chatLink } from './chat-link.ts';

const vera = { user: 12, username: 'Vera & Co' };
const link = createLink('en', { p: '77' });
const conversation = '/en/messenger/new-conversation?modelId=12&model=Vera+%26+Co&p=77';

it('L3.5 leads a member to the conversation', () => {
  expect(chatLink(vera, link, { loggedIn: true })).toBe(conversation);
});

it('L3.5 leads a guest there through the login, with language and affiliate', () => {
  const { pathname, searchParams } = new URL(chatLink(vera, link, { loggedIn: false }), 'http://site');
  expect(pathname).toBe('/en/login');
  expect(searchParams.get('p')).toBe('77');
  const next = searchParams.get('next');
  expect(next).toBe(conversation);
  expect(returnTo({ next, referrer: null, origin: 'http://site', affiliate: {} })).toBe(conversation);
});
