import { useStore } from '@nanostores/react';
import { euroOf } from '#contract/studio/numbers/earned.ts';
import { documentLocale, type Translator, timeOfDay } from '#lib/shell/translate.ts';
import { formatEuro, formatNumber } from '#lib/site/numbers.ts';
import type { EarnedLine } from '#lib/studio/live/earned.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { useStudio } from '../studio-page.ts';

/** What credits are worth in euro, beside them; nothing if the operator has named no rate. */
export function Worth({ credits }: { credits: number }) {
  const { room } = useStudio();
  const euro = euroOf(credits, useStore(room.$earned)?.rate ?? null);
  return euro === null ? null : (
    <span className="text-ink-soft">{`(${formatEuro(euro, documentLocale())})`}</span>
  );
}

/** Totals from the ledger, and below them what moved while the page was open. */
export function Earned() {
  const t = useT();
  const { room } = useStudio();
  const earned = useStore(room.$earned);
  if (!earned) return null;
  const { stream, day, month } = earned;
  const sums = [
    ['studio.live.earned.stream', stream],
    ['studio.live.earned.day', day],
    ['studio.live.earned.month', month],
  ] as const;
  return (
    <section aria-label={t('studio.live.earned.title')} className="border-line border-b px-4 py-2 text-sm">
      <dl className="flex flex-wrap gap-x-5 gap-y-1">
        {sums.map(
          ([name, credits]) =>
            credits !== null && (
              <div key={name}>
                <dt className="text-ink-soft">{t(name)}</dt>
                <dd className="font-semibold tabular-nums">
                  <span>{`${formatNumber(credits, documentLocale())} `}</span>
                  <Worth credits={credits} />
                </dd>
              </div>
            ),
        )}
      </dl>
      <Moves />
    </section>
  );
}

function Moves() {
  const t = useT();
  const { room } = useStudio();
  const moves = useStore(room.$moves);
  return (
    <details className="mt-1">
      <summary className="min-h-6 cursor-pointer">{t('studio.live.earned.moves')}</summary>
      {moves.length === 0 && <p className="mt-1 text-ink-soft">{t('studio.live.earned.empty')}</p>}
      <ol className="mt-1 grid max-h-40 gap-1 overflow-y-auto">
        {moves.map((line) => (
          <Move key={line.id} line={line} />
        ))}
      </ol>
    </details>
  );
}

function Move({ line: { at, move } }: { line: EarnedLine }) {
  const t = useT();
  if (!move) return <li className="text-ink-soft">{t('studio.live.earned.gap')}</li>;
  const { credits } = move;
  const sign = credits < 0 ? '\u2212' : '+';
  return (
    <li className="flex flex-wrap gap-x-3 tabular-nums">
      <span className="text-ink-soft">{timeOfDay(at)}</span>
      <span className="first-letter:uppercase">{moveWords(t, move)}</span>
      <span className="ml-auto font-semibold">
        <span>{`${sign}${formatNumber(Math.abs(credits), documentLocale())} `}</span>
        <Worth credits={Math.abs(credits)} />
      </span>
    </li>
  );
}

function moveWords(t: Translator, { kind, credits, count }: NonNullable<EarnedLine['move']>): string {
  const name = t(`studio.earnings.kind.${kind}`);
  // Free credits that are not earned reduce what came in with them: nothing went back to a member.
  const words = credits < 0 && kind !== 'unearned' ? t('studio.live.earned.back', { kind: name }) : name;
  return count === 1 ? words : t('studio.live.earned.times', { kind: words, count });
}
