import { describe, expect, test } from 'vitest';
import { CHAT_MESSAGE_MAX } from './chat/messages.ts';
import { fillIn, mistakesInText, resolveConditions } from './texts.ts';
import { prices } from './wallet/prices.ts';

test('a text names the amounts that are charged, counted and given', () => {
  expect(fillIn('{{minute}} a minute, {{welcome}} to start with, {{chatMessageMax}} characters')).toBe(
    `${prices.chatMinute} a minute, ${prices.welcome} to start with, ${CHAT_MESSAGE_MAX} characters`,
  );
});

describe('a condition', () => {
  const html =
    '<ul>\n<li>Chat{{if vip}} and VIP{{end}}.</li>\n<li>{{unless vip}}Soon more.{{end}}</li>\n</ul>';
  test('keeps its words where the brand has the feature', () => {
    expect(resolveConditions(html, (feature) => feature === 'vip')).toBe(
      '<ul>\n<li>Chat and VIP.</li>\n</ul>',
    );
  });
  test('drops them elsewhere, and the point that they leave empty', () => {
    expect(resolveConditions(html, () => false)).toBe('<ul>\n<li>Chat.</li>\n<li>Soon more.</li>\n</ul>');
  });
});

test.each([
  ['{{welcome}} and {{if vip}}VIP{{end}}', []],
  ['{{wellcome}}', [expect.stringMatching(/^\{\{wellcome\}\} is no figure; there are minute, .*welcome/)]],
  ['{{if vipp}}VIP{{end}}', [expect.stringMatching(/^\{\{if vipp\}\} names no feature/)]],
  ['{{if vip}}VIP', [expect.stringMatching(/^\{\{if vip\}\} has no other half/)]],
  ['VIP{{end}}', [expect.stringMatching(/^\{\{end\}\} has no other half/)]],
])('what is wrong in “%s” is told', (text, told) => {
  expect(mistakesInText(text)).toEqual(told);
});
