import type { PaysFrom } from '#contract/chat/room/sanction-calls.ts';
import type { Translator } from '#lib/shell/translate.ts';

/** What a viewer can pay, as far as a performer may know. */
export const paysWords = (t: Translator, minutes: PaysFrom): string =>
  minutes === 0 ? t('studio.live.pays.less') : t('studio.live.pays.from', { count: minutes });
