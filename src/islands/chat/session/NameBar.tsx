import type { ReactNode } from 'react';
import { isPaused, type OnlineStatus, statusStyle } from '#contract/performers/status.ts';
import { useT } from '../../ui/Messages.tsx';

interface NameBarProps {
  name: string;
  about: string;
  status: OnlineStatus;
  profileHref: string;
  /** Favourite button, rendered by the page. */
  heart?: ReactNode;
}

export function NameBar({ name, about, status, profileHref, heart }: NameBarProps) {
  const t = useT();
  return (
    <div className="flex items-center gap-3 px-4 py-3 lg:px-0">
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-2.5">
          <h1 className="truncate font-bold text-lg">{name}</h1>
          <Status status={status} />
        </div>
        <p className="truncate text-ink-soft text-sm">{about}</p>
      </div>
      <div className="ml-auto flex items-center gap-2">
        {heart}
        <a href={profileHref} className="btn btn-quiet">
          {t('stream.profile')}
        </a>
      </div>
    </div>
  );
}

const dots = {
  infree: 'rounded-full bg-free',
  invip: 'rotate-45 rounded-[1px] bg-vip',
  online: 'rounded-full bg-positive',
  offline: 'rounded-full border-2 border-line-strong',
  paused: 'box-content h-2 w-[3px] border-x-2 border-ink-soft',
} as const;

/** Distinguishes statuses by shape as well as colour. */
function Status({ status }: { status: OnlineStatus }) {
  const t = useT();
  const texts = {
    infree: t('status.free'),
    invip: t('status.vip'),
    online: t('status.live'),
    offline: t('status.offline'),
    paused: t('status.pause'),
  };
  const style = isPaused(status) ? 'paused' : statusStyle(status);
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 font-semibold text-ink-soft text-xs leading-none">
      <span className={`inline-block size-2 shrink-0 ${dots[style]}`} aria-hidden />
      {texts[style]}
    </span>
  );
}
