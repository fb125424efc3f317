import type { Locale } from '#contract/locales.ts';
import type { StatusLook } from '#contract/performers/looks.ts';
import { getT } from '../../site/i18n.ts';

export const statusKeys = {
  infree: 'status.free',
  invip: 'status.vip',
  online: 'status.live',
  offline: 'status.offline',
  paused: 'status.pause',
} as const satisfies Record<StatusLook, string>;

/** Texts of the status badge; the list's script uses them too. */
export function statusWords(locale: Locale): Record<string, string> {
  const t = getT(locale);
  return Object.fromEntries(Object.entries(statusKeys).map(([look, key]) => [look, t(key)]));
}
