import { describe, expect, test } from 'vitest';
import { CHAT_MESSAGE_MAX } from '../fields.ts';
import { prices } from '../wallet/prices.ts';
import { figuresOf, fillIn, mistakesInText, resolveConditions } from './texts.ts';

test('fills in the amounts that are charged, counted and granted', () => {
  expect(fillIn('{{minute}} a minute, {{welcome}} to start with, {{chatMessageMax}} characters')).toBe(
    `${prices.chatMinute} a minute, ${prices.welcome} to start with, ${CHAT_MESSAGE_MAX} characters`,
  );
});

test('names the range where performers set their own prices', () => {
  const chat = { min: 30, max: 120, step: 6 };
  const amounts = figuresOf({ chat, vip: { min: 240, max: 480, step: 12 }, unitSeconds: 10 });
  const text = '{{minute}}, {{vipMinute}}, {{vipMinimum}}, {{message}}';
  expect(fillIn(text, amounts)).toBe(`30–120, 240–480, 480–960, ${prices.message}`);
  const one = figuresOf({
    chat: { min: 60, max: 60, step: 6 },
    vip: { min: 240, max: 240, step: 12 },
    unitSeconds: 60,
  });
  expect(fillIn(text, one)).toBe(fillIn(text));
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
