import { dayOf, TIME_ZONE } from '#contract/day.ts';
import type { ErrorLabel } from '#contract/errors.ts';
import { isoCodes, type Locale } from '#contract/locales.ts';
import type { Side } from '#contract/messaging/messages.ts';
import { type RefusalTexts, textFor } from '../../shell/texts/refusal-texts.ts';
import type { MessageKey } from '../../site/i18n.ts';

/** Times are in the operator's zone, as in settings and mails. */
export interface Clock {
  readonly now: Date;
  readonly locale: Locale;
}

const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a format is slow, and a list has thousands of labels. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: TIME_ZONE });
  formats.set(key, known);
  return known;
}

/** `14:05`. */
export const clockLabel = (at: Date, { locale }: Pick<Clock, 'locale'>): string =>
  formatOf(isoCodes[locale], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);

/** (platform spec 9) Today: time; yesterday: a word; this week: weekday; this year: day and month; before: date. */
export function timeLabel(at: Date, clock: Clock): string {
  return daysAgo(at, clock) <= 0 ? clockLabel(at, clock) : pastDay(at, clock);
}

/** The same for the heading of a day's messages, where today is a word. */
export function dayLabel(at: Date, clock: Clock): string {
  return daysAgo(at, clock) <= 0 ? inWords(0, clock) : pastDay(at, clock);
}

/** Calendar days; negative if the reader's clock is behind. */
const daysAgo = (at: Date, { now }: Clock): number =>
  Math.round((Date.parse(dayOf(now)) - Date.parse(dayOf(at))) / DAY_MS);

/** A week begins on Monday. */
function pastDay(at: Date, clock: Clock): string {
  const { now, locale } = clock;
  const ago = daysAgo(at, clock);
  if (ago === 1) return inWords(-1, clock);
  const today = dayOf(now);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  if (ago <= sinceMonday) return formatOf(isoCodes[locale], { weekday: 'long' }).format(at);
  const [year, month, day] = dayOf(at).split('-');
  const parts = today.startsWith(`${year}-`) ? [day, month] : [day, month, year];
  const between = separatorOf(locale);
  // German writes `25.11.` where Dutch has `25-11`.
  return parts.join(between) + (between === '.' && parts.length === 2 ? between : '');
}

/** The separator between the numbers of a date. */
const separatorOf = (locale: Locale): string =>
  formatOf(isoCodes[locale], { dateStyle: 'short' })
    .formatToParts(0)
    .find(({ type }) => type === 'literal')?.value ?? '-';

const inWords = (days: number, { locale }: Clock): string =>
  new Intl.RelativeTimeFormat(isoCodes[locale], { numeric: 'auto' }).format(days, 'day');

export interface DayGroup<Message> {
  /** In the format of `dayOf`. */
  readonly day: string;
  readonly at: Date;
  readonly messages: readonly Message[];
}

/** Groups by day, keeping the order. */
export function groupByDay<Message extends { readonly createdAt: string }>(
  messages: readonly Message[],
): DayGroup<Message>[] {
  const groups: (DayGroup<Message> & { messages: Message[] })[] = [];
  for (const one of messages) {
    const at = new Date(one.createdAt);
    const day = dayOf(at);
    const last = groups.at(-1);
    if (last?.day === day) last.messages.push(one);
    else groups.push({ day, at, messages: [one] });
  }
  return groups;
}

const ownTexts: Readonly<Record<Side, RefusalTexts>> = {
  member: {
    'badRequest.notFound': 'messenger.refused.gone',
    'badRequest.performer.notExists': 'messenger.refused.gone',
    'badRequest.performer.removed': 'messenger.refused.gone',
    'badRequest.deduct.credits.amount': 'messenger.refused.credits',
    'badRequest.limit.reached': 'messenger.refused.limit',
    'badRequest.limit.coolOff': 'messenger.refused.limit',
    'badRequest.debt.open': 'messenger.refused.debt',
    'badRequest.chat.words': 'messenger.refused.words',
  },
  performer: {
    'badRequest.notFound': 'studio.messages.refused.gone',
    'badRequest.conversation.blocked': 'studio.messages.refused.blocked',
    'badRequest.conversation.ownBlock': 'studio.messages.refused.ownBlock',
    'badRequest.chat.words': 'messenger.refused.words',
  },
};

/** Why a message of this side was not sent. */
export const refusalText = (label: ErrorLabel, side: Side): MessageKey =>
  textFor(label, ownTexts[side], 'messenger.refused.failed');
