import { fixedPrices, type PriceRange, type PriceRules, vipMinimum } from '../chat/prices.ts';
import { CHAT_MESSAGE_MAX } from '../fields.ts';
import { type Feature, isFeature } from '../site/features.ts';
import { prices } from '../wallet/prices.ts';

/** Amounts used in texts as `{{welcome}}`, so that a text always names the amount that is charged. */
export const figures: Readonly<Record<string, string>> = {
  minute: String(prices.chatMinute),
  vipMinute: String(prices.vipMinute),
  vipMinimum: String(prices.vipMinimum),
  message: String(prices.message),
  welcome: String(prices.welcome),
  /** Of a unit of paid time. */
  unitSeconds: String(fixedPrices.unitSeconds),
  chatMessageMax: String(CHAT_MESSAGE_MAX),
};

/** `30–120`: what performers may ask. */
const span = ({ min, max }: Pick<PriceRange, 'min' | 'max'>): string =>
  min === max ? String(min) : `${min}–${max}`;

/** The same where performers set their own prices, which `rules` bounds; null if all ask the specification's. */
export function figuresOf(rules: PriceRules | null): Readonly<Record<string, string>> {
  if (rules === null) return figures;
  const { chat, vip, unitSeconds } = rules;
  const minimum = { min: vipMinimum({ vip: vip.min }), max: vipMinimum({ vip: vip.max }) };
  return {
    ...figures,
    minute: span(chat),
    vipMinute: span(vip),
    vipMinimum: span(minimum),
    unitSeconds: String(unitSeconds),
  };
}

/** Days for which data is kept, as the operator sets them; legal texts name them as `{{visitDays}}`. */
export const defaultDays = { visitDays: 90, evidenceDays: 180, networkDays: 7 } as const;

export type KeptDays = Readonly<Record<keyof typeof defaultDays, number>>;

type Values = Readonly<Record<string, string>>;

/** Conditions can't be nested. */
const condition = /\{\{(if|unless) (\w+)\}\}((?:(?!\{\{(?:if|unless) )[\s\S])*?)\{\{end\}\}/g;

/** Leaves unknown names unchanged: `mistakesInText` finds them. */
export const fillIn = (text: string, values: Values = figures): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );

/**
 * Keeps the text between `{{if vip}}` or `{{unless vip}}` and `{{end}}` if the condition holds. Works on HTML made from
 * Markdown and removes paragraphs and list items left empty.
 */
export const resolveConditions = (html: string, has: (feature: Feature) => boolean): string =>
  html
    .replaceAll(condition, (_, word: string, name: string, inside: string) =>
      (isFeature(name) && has(name)) === (word === 'if') ? inside : '',
    )
    .replaceAll(/<(p|li)>\s*<\/\1>\n?/g, '');

/** Names in braces that are not doubled on both sides, as ends of a sentence. */
export const singleBraces = (text: string): string[] =>
  [...text.matchAll(/(\{+)\s*(\w+)\s*(\}+)/g)].flatMap(([whole, open = '', name = '', close = '']) =>
    open.length === 2 && close.length === 2 ? [] : [`${whole} would be shown as it is; write {{${name}}}`],
  );

/** Mistakes in a text's `{{…}}`, as ends of a sentence. */
export function mistakesInText(text: string, values: Values = figures): string[] {
  const names = [...text.matchAll(condition)].map(([, , name = '']) => name);
  const features = names
    .filter((name) => !isFeature(name))
    .map((name) => `{{if ${name}}} is not a feature; contract/site/features.ts lists them`);
  const left = fillIn(resolveConditions(text, () => true).replaceAll(condition, ''), values);
  const unknown = [...left.matchAll(/\{\{([^}]*)\}\}/g)].map(([whole, inside = '']) =>
    /^(if|unless|end)\b/.test(inside)
      ? `${whole} is half a condition; it begins with {{if …}} and ends with {{end}}`
      : `${whole} is not a known amount; there are ${Object.keys(values).join(', ')}`,
  );
  return [...features, ...unknown, ...singleBraces(text)];
}
