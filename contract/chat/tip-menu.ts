import * as z from 'zod/mini';
import { lengthOf } from '../fields.ts';
import { trimBlank } from '../input.ts';
import type { ChatType } from './session.ts';
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

/** On one line. */
export const tidyLine = (text: string): string => trimBlank(text.replace(/\s+/g, ' '));

/** The cap in UTF-16 units bounds the work of counting. */
const lineSchema = z.string().check(
  z.maxLength(LINE_MAX * 16),
  z.overwrite(tidyLine),
  z.minLength(1),
  z.refine((text) => lengthOf(text) <= LINE_MAX),
);

const isEachOnce = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

/** What a tip of this price buys, as the performer writes it. */
export const menuItemSchema = z.object({ name: lineSchema, price: tipAmountSchema });
export type MenuItem = z.infer<typeof menuItemSchema>;
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
});
export type GoalInput = z.infer<typeof goalSchema>;
export type Goal = Omit<GoalInput, 'id'>;
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

export const isOnMenu = (items: readonly MenuItem[], { name, price }: MenuItem): boolean =>
  items.some((item) => item.name === name && item.price === price);

export interface LineRefusal {
  readonly text?: 'required' | 'long' | 'twice';
  readonly amount?: 'amount';
}

/** Why the lines of a list cannot be saved, by their place; `amount` is null unless it is a whole number. */
export function refuseLines(
  list: TipList,
  lines: readonly { readonly text: string; readonly amount: number | null }[],
): Readonly<Record<number, LineRefusal>> {
  const { from, to } = listLimits[list];
  const texts = lines.map(({ text }) => tidyLine(text));
  const refusals = lines.map(({ amount }, at): LineRefusal => {
    const text = refuseText(texts, at);
    const isOut = amount === null || !Number.isInteger(amount) || amount < from || amount > to;
    return { ...(text && { text }), ...(isOut && { amount: 'amount' as const }) };
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
