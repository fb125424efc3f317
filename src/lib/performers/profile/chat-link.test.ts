import { expect, it } from 'vitest';
import { chatLink } from './chat-link.ts';

const vera = { user: 12, username: 'Vera' };
const stream = { path: '/stream/Vera' };

it.each([
  ['a guest', { loggedIn: false, messenger: true, conversation: false }, stream],
  ['a member of a site without messages', { loggedIn: true, messenger: false, conversation: true }, stream],
  [
    'a member who never wrote',
    { loggedIn: true, messenger: true, conversation: false },
    { path: '/messenger/new-conversation', query: { modelId: '12', model: 'Vera' } },
  ],
  ['a member who did', { loggedIn: true, messenger: true, conversation: true }, { path: '/messenger/Vera' }],
])('leads %s on', (_, visitor, target) => {
  expect(chatLink(vera, visitor)).toEqual(target);
});
