import * as z from 'zod/mini';
import type { LineTexts } from './chat/tipping/line-texts.ts';
import type { MenuItem } from './chat/tipping/tip-menu.ts';
import { AppError } from './errors.ts';

/**
 * Identifies what a form was filled in from, so that a change made meanwhile in another tab is not overwritten unseen.
 * Without it a change replaces whatever is stored.
 */
export const versionField = z.optional(z.string().check(z.maxLength(16)));
/** Of what an operator has seen (`rowVersion`): an act at the desk is refused without it. */
export const seenField = z.string().check(z.minLength(1), z.maxLength(16));

/** Two numbers of 32 bits, each mixed with every character (cyrb53): 53 bits, the same in browser and server. */
export function versionOf(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}

/** Empty values are alike, and the order of checked boxes or places does not count. */
export const fieldVersion = (value: unknown): string => {
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return versionOf(isEmpty ? null : Array.isArray(value) ? value.toSorted() : value);
};

const sorted = (texts: LineTexts) => Object.entries(texts ?? {}).sort();

export const menuVersion = (items: readonly MenuItem[]): string =>
  versionOf(items.map(({ name, price, texts }) => [name, price, sorted(texts)]));

/** In credits per minute. */
export const pricesVersion = ({ chat, vip }: { readonly chat: number; readonly vip: number }): string =>
  versionOf([chat, vip]);

interface GoalsForm {
  readonly goals: readonly { readonly text: string; readonly amount: number; readonly texts?: LineTexts }[];
  readonly carriesOver: boolean;
}

/** What tips change is not part of it: the performer can save her goals while she collects. */
export const goalsVersion = ({ goals, carriesOver }: GoalsForm): string =>
  versionOf([carriesOver, goals.map(({ text, amount, texts }) => [text, amount, sorted(texts)])]);

/** `seen`: of the form; the others are of what is stored and of what is sent. */
export interface Versions {
  readonly seen: string | undefined;
  readonly stored: string;
  readonly sent: string;
}

/** A form that is sent twice finds its own values stored, which is no conflict. */
export const isStale = ({ seen, stored, sent }: Versions): boolean =>
  seen !== undefined && seen !== stored && stored !== sent;

/** Throws `badRequest.form.changed` if something else was stored since the form was read. */
export function refuseStale(versions: Versions): void {
  if (isStale(versions)) throw new AppError('badRequest.form.changed');
}
