import { type Emoji, EmojiPicker as Picker } from 'frimousse';
import { type KeyboardEvent, useMemo } from 'react';
import { localeOr } from '#contract/locales.ts';
import { type EmojiGroup, emojiGroups, emojisIn } from '#lib/messaging/emoji/emojis.ts';
import { documentLocale } from '#lib/shell/document-locale.ts';
import { useT } from '../../ui/Messages.tsx';

const COLUMNS = 8;

/**
 * Arrows choose, Enter takes. The data is ours, so that the library neither asks others for it nor keeps it; its styles are
 * set as properties, which the content policy lets pass.
 */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const t = useT();
  const locale = localeOr(documentLocale());
  const resolve = useMemo(
    () => async () => ({
      locale,
      emojis: await emojisIn(locale),
      categories: (Object.keys(emojiGroups) as EmojiGroup[]).map((group) => ({
        index: emojiGroups[group],
        label: t(`emoji.group.${group}`),
      })),
      skinTones: {
        light: t('emoji.skin.light'),
        'medium-light': t('emoji.skin.medium-light'),
        medium: t('emoji.skin.medium'),
        'medium-dark': t('emoji.skin.medium-dark'),
        dark: t('emoji.skin.dark'),
      },
    }),
    [locale, t],
  );
  return (
    <Picker.Root
      locale={locale}
      columns={COLUMNS}
      resolveEmojiData={resolve}
      onEmojiSelect={({ emoji }: Emoji) => onPick(emoji)}
      onKeyUp={keepInSight}
      className="flex h-full flex-col"
    >
      <div className="flex gap-2 border-line border-b p-2">
        <Picker.Search
          autoFocus
          // Belongs to no form: Enter would send the message.
          form=""
          aria-label={t('emoji.search')}
          placeholder={t('emoji.search')}
          className="min-h-10 min-w-0 flex-1 rounded-lg border border-line-strong bg-page px-2.5 text-base text-ink placeholder:text-ink-soft"
        />
        <Picker.SkinToneSelector
          aria-label={t('emoji.skin.choose')}
          className="grid size-10 shrink-0 place-items-center rounded-lg text-xl hover:bg-sunken"
        />
      </div>
      <Picker.Viewport tabIndex={0} className="min-h-0 flex-1">
        <Picker.Loading className="block p-4 text-center text-ink-soft">{t('emoji.loading')}</Picker.Loading>
        <Picker.Empty className="block p-4 text-center text-ink-soft">
          {({ search }) => t('emoji.none', { query: search })}
        </Picker.Empty>
        <Picker.List aria-label={t('emoji.name')} className="select-none pb-2" components={parts} />
      </Picker.Viewport>
    </Picker.Root>
  );
}

/** The library scrolls to the row that has the number it counts: the one before. */
function keepInSight({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key.startsWith('Arrow'))
    currentTarget.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
}

const parts: NonNullable<Parameters<typeof Picker.List>[0]['components']> = {
  CategoryHeader: ({ category, ...own }) => (
    <div {...own} className="bg-surface px-3 py-1.5 font-semibold text-ink-soft text-xs">
      {category.label}
    </div>
  ),
  // The library counts from 0, which is no index (ARIA 1.2).
  Row: ({ 'aria-rowindex': row = 0, ...own }) => (
    <div {...own} {...{ 'aria-rowindex': row + 1 }} className="px-2" />
  ),
  Emoji: ({ emoji, 'aria-colindex': column = 0, ...own }) => (
    <button
      {...own}
      {...{ 'aria-colindex': column + 1 }}
      type="button"
      // Below the heading that stays.
      className="grid size-9 scroll-mt-8 place-items-center rounded-lg text-2xl data-active:bg-accent-soft data-active:outline-2 data-active:outline-accent"
    >
      {emoji.emoji}
    </button>
  ),
};
