import { useState } from 'react';
import type { FavouriteWays } from '#contract/member/notices/live-notice-calls.ts';
import { chooseLiveNotice, switchOnHere, type Way } from '#lib/member/live-notices/live-notices.ts';
import { showToast } from '#lib/shell/start/feedback.ts';
import { useT } from '../../ui/controls/Messages.tsx';

interface LiveNoticeListProps {
  favourites: readonly FavouriteWays[];
  /** Null if the site sends no browser notices. */
  noticeKey: string | null;
  /** Mails are sent to a verified address only. */
  verified: boolean;
}

/** Each favourite with a checkbox per way. Those without a way are folded. */
export function LiveNoticeList({ favourites, noticeKey, verified }: LiveNoticeListProps) {
  const t = useT();
  const isOn = ({ mail, browser }: FavouriteWays) => mail || browser;
  const others = favourites.filter((one) => !isOn(one));
  const rows = (some: readonly FavouriteWays[]) => (
    <ul className="mt-2 divide-y divide-line">
      {some.map((one) => (
        <FavouriteRow key={one.performerId} favourite={one} noticeKey={noticeKey} />
      ))}
    </ul>
  );
  const chosen = favourites.filter(isOn);
  return (
    <>
      {!verified && <p className="mt-3 text-sm">{t('liveNotices.verify')}</p>}
      {chosen.length > 0 ? rows(chosen) : <p className="mt-3 text-sm">{t('liveNotices.none')}</p>}
      {others.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-11 cursor-pointer py-3 font-semibold text-sm">
            {t('liveNotices.others', { count: others.length })}
          </summary>
          {rows(others)}
        </details>
      )}
    </>
  );
}

interface FavouriteRowProps {
  favourite: FavouriteWays;
  noticeKey: string | null;
}

function FavouriteRow({ favourite, noticeKey }: FavouriteRowProps) {
  const t = useT();
  const { performerId, username: name } = favourite;
  const [ways, setWays] = useState({ mail: favourite.mail, browser: favourite.browser });
  const choose = async (way: Way, isWanted: boolean) => {
    const next = { ...ways, [way]: isWanted };
    setWays(next);
    const here = way === 'browser' && isWanted ? await switchOnHere(noticeKey) : 'on';
    const isDone =
      here === 'on' &&
      (await chooseLiveNotice(performerId, next).then(
        () => true,
        () => false,
      ));
    if (!isDone) setWays(ways);
    if (isDone) showToast('success', t('settings.saved'));
    else showToast('error', t(here === 'refused' ? 'liveNotices.refused' : 'ui.failed'));
  };
  const shown: readonly Way[] = noticeKey === null ? ['mail'] : ['mail', 'browser'];
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-6">
      <span className="min-w-0 flex-1 truncate font-medium" translate="no">
        {name}
      </span>
      {shown.map((way) => (
        <label key={way} className="flex min-h-11 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={ways[way]}
            aria-label={t(way === 'mail' ? 'liveNotices.mailFor' : 'liveNotices.browserFor', { name })}
            onChange={(event) => void choose(way, event.target.checked)}
            className="size-6 shrink-0 accent-accent"
          />
          <span>{t(way === 'mail' ? 'liveNotices.byMail' : 'liveNotices.inBrowser')}</span>
        </label>
      ))}
    </li>
  );
}
