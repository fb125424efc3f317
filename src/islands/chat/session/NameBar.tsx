import { ChevronRight } from 'lucide-react';
import { isPaused, type OnlineStatus, statusStyle } from '#contract/performers/status.ts';
import type { Elements } from '../../ui/controls/Messages.tsx';
import { useT } from '../../ui/controls/Messages.tsx';

interface NameBarProps {
  name: string;
  about: string;
  status: OnlineStatus;
  profileHref: string;
  /** Favourite button, rendered by the page. */
  heart?: Elements;
}

/** Below the picture; on phones and in full screen it covers the picture. */
export function NameBar({ name, about, status, profileHref, heart }: NameBarProps) {
  const t = useT();
  return (
    <div className="stream-name flex min-h-14 items-center gap-3">
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-2.5">
          <h1 className="min-w-0 font-bold text-lg">
            <a
              href={profileHref}
              title={t('stream.profile')}
              className="flex min-h-6 items-center gap-0.5 hover:underline"
            >
              <span className="truncate" translate="no">
                {name}
              </span>
              <ChevronRight aria-hidden className="size-4.5 shrink-0" />
            </a>
          </h1>
          <Status status={status} />
        </div>
        <p className="truncate text-sm text-white/85">{about}</p>
      </div>
      <div className="ml-auto flex items-center gap-2">{heart}</div>
    </div>
  );
}

const dots = {
  infree: 'rounded-full bg-free',
  invip: 'rotate-45 rounded-[1px] bg-vip',
  online: 'rounded-full bg-positive',
  offline: 'rounded-full border-2 border-current',
  paused: 'box-content h-2 w-[3px] border-x-2 border-current',
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
    <span className="inline-flex shrink-0 items-center gap-1.5 font-semibold text-white/85 text-xs leading-none">
      <span className={`inline-block size-2 shrink-0 ${dots[style]}`} aria-hidden />
      <span>{texts[style]}</span>
    </span>
  );
}
