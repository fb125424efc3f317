import { dayOf, startOfDay } from '#contract/day.ts';
import { defaultLocale } from '#contract/locales.ts';
import type { Place } from '#contract/media/uploads.ts';
import { firstSteps, type Overview, type PagePart, pageParts } from '#contract/studio/overview-calls.ts';
import type { RoomTipping } from '#server/chat/tipping/reads.ts';
import type { ItemRow } from '#server/media/images/image-url.ts';
import { pictureOf } from '#server/performers/profile/read-profile.ts';
import type { Performer } from '#server/performers/reads.ts';

interface Page {
  readonly performer: Performer;
  readonly items: readonly ItemRow[];
}

/** What a visitor would miss. A text counts in the language that others fall back to. */
export function missingParts({ performer, items }: Page): PagePart[] {
  const texts = performer.texts[defaultLocale] ?? {};
  const has = (...places: Place[]) =>
    items.some(({ place, state }) => places.includes(place) && state !== 'refused');
  const filled: Readonly<Record<PagePart, boolean>> = {
    portrait: pictureOf(performer).picture !== null || has('portrait'),
    cover: has('cover', 'film'),
    motto: Boolean(texts['motto']),
    description: Boolean(texts['description']),
    city: performer.city !== '',
    album: has('album'),
  };
  return pageParts.filter((part) => !filled[part]);
}

interface Beginning extends Page {
  readonly tipping: RoomTipping;
  readonly start: Date | undefined;
  /** Null if the operator asks for none. */
  readonly isIdentified: boolean | null;
}

/** Null after the day on which she first broadcast. */
export function firstDayOf(
  { tipping, start, isIdentified, ...page }: Beginning,
  now: Date,
): Overview['firstDay'] {
  const { firstCamSession } = page.performer;
  if (firstCamSession && firstCamSession < startOfDay(dayOf(now))) return null;
  const done = {
    identity: isIdentified ?? true,
    page: missingParts(page).length === 0,
    tipMenu: tipping.menu.length > 0,
    start: start !== undefined,
    live: firstCamSession !== null,
  };
  return firstSteps
    .filter((step) => step !== 'identity' || isIdentified !== null)
    .map((step) => ({ step, done: done[step] }));
}
