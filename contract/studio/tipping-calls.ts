import * as z from 'zod/mini';
import { goalViewSchema } from '../chat/tipping/goals.ts';
import { lineTextsSchema } from '../chat/tipping/line-texts.ts';
import { goalListSchema, menuSchema } from '../chat/tipping/tip-menu.ts';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { versionField } from '../form-version.ts';

const storedItems = z.array(z.object({ name: z.string(), price: z.int(), texts: lineTextsSchema }));

export const readTipping = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/tipping',
  summary: 'Returns the performer’s own tip menus and goals',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    menu: storedItems,
    vipMenu: storedItems,
    goals: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        texts: lineTextsSchema,
        amount: z.int(),
        reached: z.boolean(),
      }),
    ),
    carriesOver: z.boolean(),
    /** The running goal; null without one. */
    goal: z.nullable(goalViewSchema),
    /** Sent with a changed list, which replaces no other. */
    versions: z.object({ menu: z.string(), vip: z.string(), goals: z.string() }),
  }),
  errors: ['badRequest.notFound'],
});

export const saveTipMenu = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/tip-menu',
  summary: 'Replaces one of the performer’s tip menus',
  access: 'performer',
  input: z.object({
    /** `vip`: for VIP shows. */
    list: z.enum(['menu', 'vip']),
    items: menuSchema,
    version: versionField,
  }),
  output: done,
  // `fields` of the error names the places, from 0, of items with contact details, links or forbidden words: `0`, `0.en`.
  errors: ['badRequest.notFound', 'badRequest.profile.words', 'badRequest.form.changed'],
});

export const saveGoals = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/goals',
  summary:
    'Replaces the performer’s goals; reached goals and the running one are found by id, or without one by text',
  access: 'performer',
  input: z.object({
    goals: goalListSchema,
    /** Whether the surplus of a reached goal counts for the next one. */
    carriesOver: z.boolean(),
    /** Begins with the first goal again. */
    restart: z._default(z.boolean(), false),
    version: versionField,
  }),
  output: done,
  // `fields` of the error names the places, from 0, of goals with contact details, links or forbidden words: `0`, `0.en`.
  errors: ['badRequest.notFound', 'badRequest.profile.words', 'badRequest.form.changed'],
});
