import { memo, useEffect, useRef } from 'react';
import type { WallRoom } from '#contract/desk/live-calls.ts';
import type { Wall } from '#lib/desk/wall.ts';
import { useT } from '../ui/controls/Messages.tsx';

interface TileProps {
  room: WallRoom;
  href: string;
  /** Null while there is none. */
  picture: string | null;
  wall: Wall | null;
}

const mark = 'rounded-md px-1.5 py-0.5 font-semibold text-xs';

/** One room. Its picture is wanted only while it is on the screen. */
export const Tile = memo(function Tile({ room, href, picture, wall }: TileProps) {
  const t = useT();
  const tile = useRef<HTMLLIElement>(null);
  const { id, name, mode, viewers, isNew, reports, isUrgent } = room;
  useEffect(() => {
    if (!tile.current || !wall) return;
    const observer = new IntersectionObserver(([entry]) => wall.see(id, entry?.isIntersecting ?? false));
    observer.observe(tile.current);
    return () => {
      observer.disconnect();
      wall.see(id, false);
    };
  }, [id, wall]);
  return (
    <li ref={tile} className="min-w-0">
      <a
        href={href}
        className={`block h-full overflow-hidden rounded-xl border bg-surface ${isUrgent ? 'border-danger' : 'border-line'}`}
      >
        <span className="relative grid aspect-[4/3] place-items-center bg-sunken">
          {picture ? (
            <img src={picture} alt="" width="240" height="180" className="size-full object-cover" />
          ) : (
            <span className="px-3 text-center text-ink-soft text-sm">{t(`wall.noPicture.${mode}`)}</span>
          )}
          <span className="absolute top-1.5 left-1.5 flex flex-wrap gap-1">
            {isUrgent && <span className={`${mark} bg-danger text-page`}>{t('wall.urgent')}</span>}
            {isNew && <span className={`${mark} bg-ink text-page`}>{t('wall.new')}</span>}
          </span>
        </span>
        <span className="grid gap-0.5 px-3 py-2">
          <b translate="no" className="truncate">
            {name}
          </b>
          <span className="text-ink-soft text-sm tabular-nums">
            {`${t(`wall.mode.${mode}`)} · ${t('wall.viewers', { count: viewers })}`}
          </span>
          {reports > 0 && (
            <span className="font-semibold text-danger text-sm tabular-nums">
              {t('wall.reports', { count: reports })}
            </span>
          )}
        </span>
      </a>
    </li>
  );
});
