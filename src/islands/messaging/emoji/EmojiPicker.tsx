import { type Emoji, EmojiPicker as Picker } from 'frimousse';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { localeOr } from '#contract/locales.ts';
import { type EmojiGroup, emojiGroups, emojisIn } from '#lib/messaging/emoji/emojis.ts';
import { documentLocale } from '#lib/shell/translate.ts';
import { useT } from '../../ui/controls/Messages.tsx';

const COLUMNS = 8;

/**
 * Arrows select, Enter picks. The data is self-hosted, so that the library neither fetches nor stores any; its styles
 * are set as properties, which the content policy allows.
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
      onKeyDown={useKeepInSight()}
      className="flex h-full flex-col"
    >
      <div className="flex gap-2 border-line border-b p-2">
        <Picker.Search
          autoFocus
          // Belongs to no form: otherwise Enter would send the message.
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

/** Frames in which a selected emoji is looked for. */
const FRAMES = 60;
/** Frames that the library may take to draw it, before it is scrolled to. */
const DRAWING = 3;
/** Of a row (size-9), in px. */
const ROW_HEIGHT = 36;

/**
 * Scrolls to the emoji that a key selects. The library scrolls to the row before it (it counts from zero), and not at
 * all to a row that it has not drawn yet.
 */
function useKeepInSight() {
  const pending = useRef(0);
  return ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    if (!key.startsWith('Arrow')) return;
    const rows = key === 'ArrowUp' || key === 'ArrowLeft' ? -ROW_HEIGHT : ROW_HEIGHT;
    const selected = () => currentTarget.querySelector('[data-active]');
    const before = selected();
    const look = (frame: number) => {
      const now = selected();
      if (now && (now !== before || frame === FRAMES)) now.scrollIntoView({ block: 'nearest' });
      else if (frame < FRAMES) {
        if (!now && frame > DRAWING) currentTarget.querySelector('[frimousse-viewport]')?.scrollBy(0, rows);
        pending.current = requestAnimationFrame(() => look(frame + 1));
      }
    };
    cancelAnimationFrame(pending.current);
    pending.current = requestAnimationFrame(() => look(0));
  };
}

const parts: NonNullable<Parameters<typeof Picker.List>[0]['components']> = {
  CategoryHeader: ({ category, ...own }) => (
    <div {...own} className="bg-surface px-3 py-1.5 font-semibold text-ink-soft text-xs">
      {category.label}
    </div>
  ),
  // The library counts rows from 0; ARIA 1.2 requires indexes from 1.
  Row: ({ 'aria-rowindex': row = 0, ...own }) => (
    <div {...own} {...{ 'aria-rowindex': row + 1 }} className="px-2" />
  ),
  Emoji: ({ emoji, 'aria-colindex': column = 0, ...own }) => (
    <button
      {...own}
      {...{ 'aria-colindex': column + 1 }}
      type="button"
      // Scroll margin for the sticky heading.
      className="grid size-9 scroll-mt-8 place-items-center rounded-lg text-2xl data-active:bg-accent-soft data-active:outline-2 data-active:outline-accent"
    >
      {emoji.emoji}
    </button>
  ),
};
