import { z } from 'zod';
import { type PriceRange, type PriceRules, unitLengths } from '#contract/chat/prices.ts';

/** Credits for a minute; a member's balance must carry one. */
const PRICE_MAX = 10_000;
/** Prices that a performer chooses from. */
const CHOICES_MAX = 200;

const pattern =
  /^chat=(\d{1,6})-(\d{1,6})\/(\d{1,6}),vip=(\d{1,6})-(\d{1,6})\/(\d{1,6})(?:,unit=(60|30|10))?$/;
const FORM = 'must have the form chat=30-120/6,vip=120-480/12,unit=10';

/** `chat=30-120/6,vip=120-480/12,unit=10`: from, to and step in credits per minute, and the seconds of a unit. */
export const pricesSchema = z.string().transform((text, context): PriceRules => {
  const [, ...parts] = pattern.exec(text.replaceAll(' ', '')) ?? [];
  const [chatMin, chatMax, chatStep, vipMin, vipMax, vipStep, unit = '60'] = parts;
  const rules: PriceRules = {
    chat: { min: Number(chatMin), max: Number(chatMax), step: Number(chatStep) },
    vip: { min: Number(vipMin), max: Number(vipMax), step: Number(vipStep) },
    unitSeconds: unitLengths.find((seconds) => seconds === Number(unit)) ?? 60,
  };
  const mistake = parts.length === 0 ? FORM : mistakeOf(rules);
  if (mistake === null) return rules;
  context.addIssue({ code: 'custom', message: mistake });
  return z.NEVER;
});

/** Why these rules cannot be used, or null. */
function mistakeOf({ chat, vip, unitSeconds }: PriceRules): string | null {
  const units = 60 / unitSeconds;
  for (const [name, range] of [['chat', chat] as const, ['vip', vip] as const]) {
    const wrong = mistakeIn(range, units);
    if (wrong !== null) return `${name}: ${wrong}`;
  }
  return chat.max > vip.min ? 'the dearest chat must not cost more than the cheapest VIP show' : null;
}

function mistakeIn({ min, max, step }: PriceRange, units: number): string | null {
  if (min < 1 || step < 1) return 'the lowest price and the step must be at least 1';
  if (max < min || max > PRICE_MAX) return `the highest price must lie between the lowest and ${PRICE_MAX}`;
  if ((max - min) % step !== 0) return 'the highest price must be whole steps above the lowest';
  if ((max - min) / step >= CHOICES_MAX) return `at most ${CHOICES_MAX} prices: take larger steps`;
  if (min % units !== 0 || (max > min && step % units !== 0))
    return `the lowest price and the step must be divisible by ${units}, the units of a minute`;
  return null;
}
