import { CHAT_MESSAGE_MAX } from './chat/messages.ts';
import { type Feature, isFeature } from './features.ts';
import { prices } from './wallet/prices.ts';

/** Amounts that a text names as `{{welcome}}`, so that what is said and what is charged are one number. */
export const figures: Readonly<Record<string, string>> = {
  minute: String(prices.chatMinute),
  vipMinute: String(prices.vipMinute),
  vipMinimum: String(prices.vipMinimum),
  message: String(prices.message),
  welcome: String(prices.welcome),
  chatMessageMax: String(CHAT_MESSAGE_MAX),
};

type Values = Readonly<Record<string, string>>;

/** One does not hold another. */
const condition = /\{\{(if|unless) (\w+)\}\}((?:(?!\{\{(?:if|unless) )[\s\S])*?)\{\{end\}\}/g;

/** Unknown names stay as they are: `mistakesInText` finds them. */
export const fillIn = (text: string, values: Values = figures): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );

/**
 * Keeps what stands between `{{if vip}}` or `{{unless vip}}` and `{{end}}` where that is so. In HTML made of Markdown;
 * paragraphs and points that are left empty go.
 */
export const resolveConditions = (html: string, has: (feature: Feature) => boolean): string =>
  html
    .replaceAll(condition, (_, word: string, name: string, inside: string) =>
      (isFeature(name) && has(name)) === (word === 'if') ? inside : '',
    )
    .replaceAll(/<(p|li)>\s*<\/\1>\n?/g, '');

/** What an editor has to mend in a text's `{{…}}`, as ends of a sentence. */
export function mistakesInText(text: string, values: Values = figures): string[] {
  const names = [...text.matchAll(condition)].map(([, , name = '']) => name);
  const features = names
    .filter((name) => !isFeature(name))
    .map((name) => `{{if ${name}}} names no feature; contract/features.ts has them all`);
  const left = fillIn(resolveConditions(text, () => true).replaceAll(condition, ''), values);
  const unknown = [...left.matchAll(/\{\{([^}]*)\}\}/g)].map(([whole, inside = '']) =>
    /^(if|unless|end)\b/.test(inside)
      ? `${whole} has no other half; a condition begins with {{if …}} and ends with {{end}}`
      : `${whole} is no figure; there are ${Object.keys(values).join(', ')}`,
  );
  return [...features, ...unknown];
}
