import * as z from 'zod/mini';
import { inEachLocale } from '../../locales.ts';
import { promoAudiences, promoPlacements, seasons } from './promotions-calls.ts';

const DAY = 'a day like 2026-12-31';
const day = z.iso.date(DAY);
const text = (max: number) =>
  z
    .string('a text')
    .check(
      z.trim(),
      z.minLength(1, 'a text that is not empty'),
      z.maxLength(max, `a text of at most ${max} characters`),
    );
/** Served by this site, because the content security policy allows no other host. */
export const promoImageSchema = z
  .string('the address of a picture')
  .check(
    z.regex(
      /^\/promotions\/[\w-]+\.(svg|webp|avif|jpg|png)$/,
      'a picture of public/promotions/, like /promotions/name.svg',
    ),
  );
const username = z
  .string('the username of a performer')
  .check(z.regex(/^[\w-]{1,64}$/, 'the username of a performer'));
/** A path of this site without its locale, or an https URL. */
const link = z
  .string('a path like /new-cams or an https address')
  .check(z.regex(/^(\/(?![/\\])[^\s\\]*|https:\/\/[^\s\\]+)$/, 'a path like /new-cams or an https address'));

const wordsSchema = z.strictObject({
  title: text(80),
  text: text(240),
  /** Label of the button. */
  button: text(40),
  /** Text for the picture; missing if it is decoration. */
  alt: z.optional(text(160)),
});
/** Words for languages that are not served are allowed. */
const words = z.catchall(z.object(inEachLocale(() => wordsSchema)), wordsSchema);

const terms = {
  audience: z._default(z.enum(promoAudiences, `one of ${promoAudiences.join(', ')}`), 'everyone'),
  from: z.optional(day),
  until: z.optional(day),
  /** Lower comes first; default 0. */
  position: z._default(z.number('a number').check(z.int('a whole number')), 0),
};

/** What a click opens. */
const target = {
  component: z._default(z.enum(['profile', 'other'], 'profile or other'), 'other'),
  model: z.optional(username),
  wallet: z._default(z.boolean('true or false'), false),
  modal: z.optional(z.enum(['Register', 'Login'], 'Register or Login')),
  link: z.optional(link),
};

interface Target {
  readonly component: 'profile' | 'other';
  readonly wallet: boolean;
  readonly modal?: string | undefined;
  readonly link?: string | undefined;
}

/** Fields that set a target; at most one may be given. */
const targetsOf = ({ component, wallet, modal, link }: Target): string[] => [
  ...(component === 'profile' ? ['component profile'] : []),
  ...(wallet ? ['wallet'] : []),
  ...(modal ? ['modal'] : []),
  ...(link ? ['link'] : []),
];

export const promotionFileSchema = z
  .discriminatedUnion(
    'placement',
    [
      z.strictObject({ placement: z.literal('logo'), ...terms, image: promoImageSchema }),
      z.strictObject({
        placement: z.literal('theme'),
        ...terms,
        season: z.enum(seasons, `one of ${seasons.join(', ')}`),
      }),
      z.strictObject({
        placement: z.literal('overlay'),
        ...terms,
        ...target,
        /** A promotion without an image is not shown (platform spec 2). */
        image: z.optional(promoImageSchema),
        words,
      }),
      z.strictObject({ placement: z.literal('grid'), ...terms, model: username }),
      z.strictObject({
        placement: z.literal('sidebar'),
        ...terms,
        ...target,
        mobileImageUrl: promoImageSchema,
        desktopImageUrl: promoImageSchema,
        words,
      }),
    ],
    `one of ${promoPlacements.join(', ')}`,
  )
  .check(
    z.superRefine((promo, context) => {
      const { from, until } = promo;
      if (from && until && until < from) {
        context.addIssue({ code: 'custom', path: ['until'], message: `${DAY}, not before ${from}` });
      }
      if (!('component' in promo)) return;
      if (promo.component === 'profile' && !promo.model) {
        context.addIssue({ code: 'custom', path: ['model'], message: 'the username of a performer' });
      }
      const [first, ...more] = targetsOf(promo);
      if (!first) {
        context.addIssue({ code: 'custom', path: ['link'], message: 'given, unless wallet or modal is' });
      }
      for (const field of more) {
        context.addIssue({
          code: 'custom',
          path: [field],
          message: `left out if ${first} is given: a button opens one thing`,
        });
      }
    }),
  );
export type Promotion = z.infer<typeof promotionFileSchema>;

/** A promotion with the name of its file, without `.json`. */
export interface NamedPromotion {
  readonly name: string;
  readonly promotion: Promotion;
}
