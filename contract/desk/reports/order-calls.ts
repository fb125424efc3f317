import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { cappedText, done, moment, rowId } from '../../fields.ts';
import { seenField } from '../../form-version.ts';
import { trimBlank } from '../../input.ts';
import { countryCode } from '../../safety/geo.ts';
import { routes } from '../../site/routes.ts';
import { describeAct, describeList, type Section } from '../described/described.ts';
import { reasonField } from '../log-calls.ts';

/** What an authority orders (DSA, articles 9 and 10): that content disappears, or information about somebody. */
export const orderKinds = ['removal', 'information'] as const;

/** The kinds of illegal content by which orders are counted: the grounds of the law, and all others. */
export const orderContents = [
  'minors',
  'consent',
  'coercion',
  'threats',
  'identity',
  'fraud',
  'privacy',
  'other',
] as const;

export const orderEffects = ['followed', 'partly', 'refused'] as const;

/** `confirmed`: the authority knows that the order has arrived. `closed`: it knows the effect, too. */
export const orderStates = ['received', 'confirmed', 'closed'] as const;

export const ORDERS_PER_PAGE = 50;

const ORDER_TEXT_MAX = 2000;

const moderators = { base: 'desk', access: 'operator', roles: ['moderator'] } as const;

const line = (min: number, max: number) =>
  z.string().check(z.overwrite(trimBlank), z.minLength(min), z.maxLength(max));

const orderSchema = z.object({
  order: z.int(),
  state: z.enum(orderStates),
  /** An order changes with its state only, and never returns to one. */
  version: z.string(),
  authority: z.string(),
  /** Code of the country of the authority. */
  country: z.string(),
  kind: z.enum(orderKinds),
  content: z.enum(orderContents),
  /** The authority's own number of the order. */
  reference: z.string(),
  about: z.string(),
  receivedAt: moment,
  recordedBy: z.string(),
  confirmedAt: z.nullable(moment),
  effect: z.nullable(z.enum(orderEffects)),
  /** What was done, as the authority was told. */
  answer: z.nullable(z.string()),
  closedBy: z.nullable(z.string()),
  closedAt: z.nullable(moment),
});
type Order = z.infer<typeof orderSchema>;

export const listOrders = endpoint({
  ...moderators,
  method: 'GET',
  path: '/orders',
  summary: 'Returns the orders of authorities: open ones oldest first, closed ones newest first',
  input: z.object({
    show: z._default(z.enum(['open', 'closed']), 'open'),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
  }),
  output: z.object({ result: z.array(orderSchema), more: z.boolean() }),
  errors: [],
});

export const recordOrder = endpoint({
  ...moderators,
  method: 'POST',
  path: '/orders',
  summary: 'Records an order of an authority to remove content or to give information',
  input: z.object({
    authority: line(3, 120),
    country: z.string().check(
      z.overwrite((text) => countryCode(text) ?? text),
      z.refine((text) => countryCode(text) === text),
    ),
    kind: z.enum(orderKinds),
    content: z.enum(orderContents),
    reference: z._default(cappedText(80), ''),
    about: line(10, ORDER_TEXT_MAX),
    /** Day and time at which it arrived, in the operator's time zone. */
    day: z.iso.date(),
    time: z.string().check(z.trim(), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/), z.maxLength(5)),
    reason: reasonField,
  }),
  output: done,
  errors: [],
});

const orderErrors = ['badRequest.notFound', 'badRequest.form.changed'] as const;

export const confirmOrder = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/orders/{order}/receipt',
  summary: 'Notes that the authority was told that its order has arrived',
  input: z.object({ order: rowId, version: seenField, reason: reasonField }),
  output: done,
  errors: orderErrors,
});

export const closeOrder = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/orders/{order}/effect',
  summary: 'Closes an order with its effect, of which the authority was told',
  input: z.object({
    order: rowId,
    version: seenField,
    effect: z.enum(orderEffects),
    answer: line(10, ORDER_TEXT_MAX),
    reason: reasonField,
  }),
  output: done,
  errors: orderErrors,
});

const onOrder = describeAct<Order>();
const known = {
  operand: 'order',
  labels: { 'badRequest.notFound': 'gone', 'badRequest.form.changed': 'desk.described.changed' },
} as const;

export const orderSection: Section = {
  path: routes.deskOrders,
  texts: 'orders',
  filters: { show: { label: 'orders.showLabel' } },
  lists: [
    describeList({
      name: 'orders',
      call: listOrders,
      rows: 'result',
      key: 'order',
      words: 'orders list',
      columns: [
        { name: 'authority', kind: 'name', title: true },
        { name: 'state', kind: 'state' },
        { name: 'country', kind: 'places' },
        { name: 'kind', kind: 'state', states: 'orders.kinds' },
        { name: 'content', kind: 'state', states: 'orders.contents' },
        { name: 'reference', kind: 'text' },
        { name: 'about', kind: 'text' },
        { name: 'receivedAt', kind: 'moment' },
        { name: 'recordedBy', kind: 'text' },
        { name: 'confirmedAt', kind: 'moment' },
        { name: 'effect', kind: 'state', states: 'orders.effects' },
        { name: 'answer', kind: 'text' },
        { name: 'closedAt', kind: 'moment' },
        { name: 'closedBy', kind: 'text' },
      ],
      acts: [
        onOrder({
          name: 'record',
          call: recordOrder,
          words: 'orders record',
          asks: ['authority', 'country', 'kind', 'content', 'reference', 'about', 'day', 'time'],
          audit: 'order.recorded',
          labels: {},
          makes: true,
          version: 'none',
          because: 'it makes something new',
        }),
        onOrder({
          ...known,
          name: 'confirm',
          call: confirmOrder,
          words: 'orders confirm',
          audit: 'order.confirmed',
          when: ({ state }) => state === 'received',
        }),
        onOrder({
          ...known,
          name: 'close',
          call: closeOrder,
          words: 'orders close',
          asks: ['effect', 'answer'],
          audit: 'order.closed',
          when: ({ state }) => state !== 'closed',
        }),
      ],
    }),
  ],
};
