import { z } from 'zod';
import { inEachLocale } from '../locales.ts';
import { promoAudiences, promoPlacements, seasons } from './promo.ts';

const DAY = 'a day like 2026-12-31';
const day = z.iso.date(DAY);
const text = (max: number) =>
  z
    .string('a text')
    .trim()
    .min(1, 'a text that is not empty')
    .max(max, `a text of at most ${max} characters`);
/** Served by the site itself: the content policy allows no other. */
export const promoImageSchema = z
  .string('the address of a picture')
  .regex(
    /^\/promotions\/[\w-]+\.(svg|webp|avif|jpg|png)$/,
    'a picture of public/promotions/, like /promotions/name.svg',
  );
const username = z
  .string('the username of a performer')
  .regex(/^[\w-]{1,64}$/, 'the username of a performer');
/** A path of this site without its locale, or an https URL. */
const link = z
  .string('a path like /new-cams or an https address')
  .regex(/^(\/(?![/\\])[^\s\\]*|https:\/\/[^\s\\]+)$/, 'a path like /new-cams or an https address');

const wordsSchema = z.strictObject({
  title: text(80),
  text: text(240),
  /** What a press opens is told in words. */
  button: text(40),
  /** What the picture shows, unless it is decoration. */
  alt: text(160).optional(),
});
/** Languages that are not served may have words, too. */
const words = z.object(inEachLocale(() => wordsSchema)).catchall(wordsSchema);

const terms = {
  audience: z.enum(promoAudiences, `one of ${promoAudiences.join(', ')}`).default('everyone'),
  from: day.optional(),
  until: day.optional(),
  /** Lower comes first. */
  position: z.number('a number').int('a whole number').default(0),
};

/** What pressing it opens. */
const target = {
  component: z.enum(['profile', 'other'], 'profile or other').default('other'),
  model: username.optional(),
  wallet: z.boolean('true or false').default(false),
  modal: z.enum(['Register', 'Login'], 'Register or Login').optional(),
  link: link.optional(),
};

interface Target {
  readonly component: 'profile' | 'other';
  readonly wallet: boolean;
  readonly modal?: string | undefined;
  readonly link?: string | undefined;
}

/** Fields that each say what is opened; one of them may. */
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
        /** Without one it is not shown (platform spec 2). */
        image: promoImageSchema.optional(),
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
  .superRefine((promo, context) => {
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
        message: `left out where ${first} is given: a button opens one thing`,
      });
    }
  });
export type Promotion = z.infer<typeof promotionFileSchema>;
