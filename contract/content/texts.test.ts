import { describe, expect, test } from 'vitest';
import { CHAT_MESSAGE_MAX } from '../fields.ts';
import { prices } from '../wallet/prices.ts';
import { fillIn, mistakesInText, resolveConditions } from './texts.ts';

test('fills in the amounts that are charged, counted and granted', () => {
  expect(fillIn('{{minute}} a minute, {{welcome}} to start with, {{chatMessageMax}} characters')).toBe(
    `${prices.chatMinute} a minute, ${prices.welcome} to start with, ${CHAT_MESSAGE_MAX} characters`,
  );
});

describe('resolveConditions', () => {
  const html =
    '<ul>\n<li>Chat{{if vip}} and VIP{{end}}.</li>\n<li>{{unless vip}}Soon more.{{end}}</li>\n</ul>';
  test('keeps the words if the brand has the feature', () => {
    expect(resolveConditions(html, (feature) => feature === 'vip')).toBe(
      '<ul>\n<li>Chat and VIP.</li>\n</ul>',
    );
  });
  test('removes them otherwise, and list items left empty', () => {
    expect(resolveConditions(html, () => false)).toBe('<ul>\n<li>Chat.</li>\n<li>Soon more.</li>\n</ul>');
  });
});

test.each([
  ['{{welcome}} and {{if vip}}VIP{{end}}', []],
  [
    '{{wellcome}}',
    [expect.stringMatching(/^\{\{wellcome\}\} is not a known amount; there are minute, .*welcome/)],
  ],
  ['{{if vipp}}VIP{{end}}', [expect.stringMatching(/^\{\{if vipp\}\} is not a feature/)]],
  ['{{if vip}}VIP', [expect.stringMatching(/^\{\{if vip\}\} is half a condition/)]],
  ['VIP{{end}}', [expect.stringMatching(/^\{\{end\}\} is half a condition/)]],
])('reports mistakes in “%s”', (text, mistakes) => {
  expect(mistakesInText(text)).toEqual(mistakes);
});
