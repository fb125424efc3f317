import { useEffect, useState } from 'react';
import {
  $notices,
  type NoticesState,
  readNotices,
  renewNotices,
  switchOff,
  switchOn,
} from '#lib/messaging/notices/notices.ts';
import { showToast } from '#lib/shell/start/feedback.ts';
import type { MessageKey } from '#lib/site/i18n.ts';
import { useLive } from '../../ui/controls/hooks.ts';
import { useT } from '../../ui/controls/Messages.tsx';

interface NoticeSwitchProps {
  /** The member's e-mail address. */
  owner: string;
  /** The server's key. */
  noticeKey: string;
}

/** A switch for this browser only; switching on also requires the browser's permission. */
export function NoticeSwitch({ owner, noticeKey }: NoticeSwitchProps) {
  const t = useT();
  const state = useLive($notices);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void readNotices(owner);
    void renewNotices(owner);
  }, [owner]);
  const choose = async (isWanted: boolean) => {
    setBusy(true);
    const isDone = await (isWanted
      ? switchOn(owner, noticeKey)
      : switchOff(owner).then(
          () => true,
          // They are off in this browser; the server notices when it sends the next one.
          () => true,
        ));
    setBusy(false);
    if (!isDone) showToast('error', t('settings.notices.failed'));
    else if ($notices.get() === 'on') showToast('success', t('settings.notices.on'));
    else if (!isWanted) showToast('success', t('settings.notices.off'));
  };
  const why = whyNot[state];
  return (
    <>
      <label className="mt-4 flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={state === 'on'}
          disabled={isBusy || state === 'unknown' || why !== undefined}
          onChange={(event) => void choose(event.target.checked)}
          aria-describedby={why ? 'notices-why' : undefined}
          className="size-6 shrink-0 accent-accent"
        />
        <span>{t('settings.notices.switch')}</span>
      </label>
      <p id="notices-why" role="status" className="text-sm">
        {why && t(why)}
      </p>
    </>
  );
}

const whyNot: Partial<Record<NoticesState, MessageKey>> = {
  denied: 'settings.notices.denied',
  unsupported: 'settings.notices.unsupported',
};
