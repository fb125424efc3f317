import * as z from 'zod/mini';
import { cappedText, lengthOf, tidyLine } from '../../fields.ts';
import { type Locale, locales } from '../../locales.ts';
import type { ChatType } from '../session.ts';
import type { LineTexts } from './line-texts.ts';
import { TIP_MAX, TIP_MIN, tipAmountSchema } from './tips.ts';

/** Items of a menu at once. */
export const MENU_MAX = 25;
/** Goals at once. */
export const GOALS_MAX = 8;
/** User-perceived characters of an item or a goal. */
export const LINE_MAX = 60;
/** Credits. */
export const GOAL_MIN = 100;
export const GOAL_MAX = 1_000_000;

const lineSchema = cappedText(LINE_MAX, tidyLine).check(z.minLength(1));

/** Translations of an item or a goal, which the performer writes in words of her own. */
const translationsSchema = z.optional(z.partialRecord(z.enum(locales), lineSchema));

const isEachOnce = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

/** What a tip of this price buys, as the performer writes it. Tips name it by `name`, in any language. */
export const menuItemSchema = z.object({
  name: lineSchema,
  price: tipAmountSchema,
  texts: translationsSchema,
});
export type MenuItem = Omit<z.infer<typeof menuItemSchema>, 'texts'> & { texts?: LineTexts };
/** A name occurs once, because tips name it. */
export const menuSchema = z.array(menuItemSchema).check(
  z.maxLength(MENU_MAX),
  z.refine((items) => isEachOnce(items.map(({ name }) => name))),
);

const goalSchema = z.object({
  /** Of a stored goal, which keeps its credits. */
  id: z.optional(z.uuid()),
  text: lineSchema,
  amount: z.int().check(z.minimum(GOAL_MIN), z.maximum(GOAL_MAX)),
  texts: translationsSchema,
});
export type GoalInput = z.infer<typeof goalSchema>;
export type Goal = Omit<GoalInput, 'id' | 'texts'> & { texts?: LineTexts };
export const goalListSchema = z.array(goalSchema).check(
  z.maxLength(GOALS_MAX),
  z.refine((goals) => isEachOnce(goals.map(({ text }) => text))),
  z.refine((goals) => isEachOnce(goals.flatMap(({ id }) => id ?? []))),
);

/** The lists that a performer edits: the menus of the room and of VIP shows, and the goals. */
export const tipLists = ['menu', 'vip', 'goals'] as const;
export type TipList = (typeof tipLists)[number];

export const listLimits = {
  menu: { max: MENU_MAX, from: TIP_MIN, to: TIP_MAX },
  vip: { max: MENU_MAX, from: TIP_MIN, to: TIP_MAX },
  goals: { max: GOALS_MAX, from: GOAL_MIN, to: GOAL_MAX },
} as const satisfies Record<TipList, { max: number; from: number; to: number }>;

export interface Menus {
  readonly menu: readonly MenuItem[];
  readonly vipMenu: readonly MenuItem[];
}

/** In a VIP show the VIP menu; without one the room's. */
export const menuFor = (type: ChatType, { menu, vipMenu }: Menus): readonly MenuItem[] =>
  type === 'vip' && vipMenu.length > 0 ? vipMenu : menu;

/** Undefined if the menu has no such item at this price. */
export const itemOf = (
  items: readonly MenuItem[],
  { name, price }: { name: string; price: number },
): MenuItem | undefined => items.find((item) => item.name === name && item.price === price);

export interface LineRefusal {
  readonly text?: 'required' | 'long' | 'twice';
  readonly amount?: 'amount';
  readonly texts?: Readonly<Partial<Record<Locale, 'long'>>>;
}

export interface DraftLine {
  readonly text: string;
  /** Null unless it is a whole number. */
  readonly amount: number | null;
  readonly texts?: Readonly<Partial<Record<Locale, string>>> | undefined;
}

/** Why the lines of a list cannot be saved, by their place. */
export function refuseLines(
  list: TipList,
  lines: readonly DraftLine[],
): Readonly<Record<number, LineRefusal>> {
  const { from, to } = listLimits[list];
  const texts = lines.map(({ text }) => tidyLine(text));
  const refusals = lines.map(({ amount, texts: translations }, at): LineRefusal => {
    const text = refuseText(texts, at);
    const isOut = amount === null || !Number.isInteger(amount) || amount < from || amount > to;
    const long = Object.entries(translations ?? {}).filter(([, one]) => lengthOf(tidyLine(one)) > LINE_MAX);
    return {
      ...(text && { text }),
      ...(isOut && { amount: 'amount' as const }),
      ...(long.length > 0 && {
        texts: Object.fromEntries(long.map(([locale]) => [locale, 'long' as const])),
      }),
    };
  });
  return Object.fromEntries(
    Object.entries(refusals).filter(([, refusal]) => Object.keys(refusal).length > 0),
  );
}

function refuseText(texts: readonly string[], at: number): LineRefusal['text'] {
  const text = texts[at] ?? '';
  if (text === '') return 'required';
  if (lengthOf(text) > LINE_MAX) return 'long';
  return texts.indexOf(text) < at ? 'twice' : undefined;
}
