import { type LineRefusal, listLimits, refuseLines, type TipList } from '#contract/chat/tipping/tip-menu.ts';
import { AppError, labelOf } from '#contract/errors.ts';
import { tidyLine } from '#contract/fields.ts';
import { isLocale, type Locale } from '#contract/locales.ts';
import * as calls from '#contract/studio/tipping-calls.ts';
import { parseWholeNumber } from '#contract/wallet/whole-number.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { textFor } from '../../shell/texts/refusal-texts.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { postedLines, type TypedLine, writtenTexts } from './posted-lines.ts';

export interface LineErrors {
  readonly text?: LineRefusal['text'] | 'words';
  readonly amount?: LineRefusal['amount'];
  readonly texts?: Readonly<Partial<Record<Locale, 'long' | 'words'>>>;
}

export interface SavedList {
  readonly saved: boolean;
  /** As sent, without empty lines. */
  readonly lines: readonly TypedLine[];
  /** By the place of the line. */
  readonly errors: Readonly<Record<number, LineErrors>>;
  /** Message key for the whole form. */
  readonly message?: MessageKey;
  /** Of the list that the form was filled in from, still to be compared; undefined if it shows the newest one. */
  readonly version?: string | undefined;
  /** Something else was stored since the form was opened. */
  readonly isChanged?: true;
}

type Posted = Pick<FormData, 'get' | 'getAll'>;

/** Saves a menu or the goals, unless the rule refuses a line. */
export async function saveTipList(list: TipList, form: Posted, options: CallOptions): Promise<SavedList> {
  const lines = postedLines(form).slice(0, listLimits[list].max);
  const parsed = lines.map((line) => ({
    id: line.id,
    text: tidyLine(line.text),
    texts: writtenTexts(line),
    amount: parseWholeNumber(line.amount, options.locale),
  }));
  const errors = refuseLines(list, parsed);
  const seen = form.get('version');
  const version = typeof seen === 'string' && seen !== '' ? seen : undefined;
  if (Object.keys(errors).length > 0) return { saved: false, lines, errors, version };
  const sent = parsed.map((line) => ({ ...line, amount: line.amount ?? 0 }));
  try {
    if (list === 'goals') {
      const [carriesOver, restart] = [form.get('carriesOver') !== null, form.get('restart') !== null];
      await call(calls.saveGoals, { goals: sent, carriesOver, restart, version }, options);
    } else {
      const items = sent.map(({ text: name, amount: price, texts }) => ({ name, price, texts }));
      await call(calls.saveTipMenu, { list, items, version }, options);
    }
    return { saved: true, lines, errors: {} };
  } catch (error) {
    const label = labelOf(error);
    if (label === 'badRequest.form.changed') return { saved: false, lines, errors: {}, isChanged: true };
    if (label !== 'badRequest.profile.words')
      return { saved: false, lines, errors: {}, message: textFor(label), version };
    const unclean = error instanceof AppError ? error.fields : [];
    return { saved: false, lines, errors: uncleanLines(unclean), version };
  }
}

/** By line, of the server's names: `0`, or `0.en` for a translation. */
function uncleanLines(names: readonly string[]): Record<number, LineErrors> {
  const errors: Record<number, LineErrors> = {};
  for (const name of names) {
    const [place = '', locale] = name.split('.');
    const at = Number(place);
    const { texts, ...others } = errors[at] ?? {};
    errors[at] = isLocale(locale)
      ? { ...others, texts: { ...texts, [locale]: 'words' } }
      : { ...errors[at], text: 'words' };
  }
  return errors;
}
