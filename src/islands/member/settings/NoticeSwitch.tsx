import type { ReadableAtom } from 'nanostores';
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

/** For notices of messages. */
export function NoticeSwitch({ owner, noticeKey }: NoticeSwitchProps) {
  return (
    <BrowserSwitch
      label="settings.notices.switch"
      $notices={$notices}
      owner={owner}
      read={read}
      choose={(isWanted) => (isWanted ? switchOn(owner, noticeKey) : switchOff(owner))}
    />
  );
}

function read(owner: string): void {
  void readNotices(owner);
  void renewNotices(owner);
}

interface BrowserSwitchProps {
  label: MessageKey;
  $notices: ReadableAtom<NoticesState>;
  /** Whose notices they are; the one of the login if missing. */
  owner?: string;
  /** Reads the state without asking for permission. */
  read(owner: string): void;
  /** Resolves to false if they could not be switched on. */
  choose(isWanted: boolean): Promise<unknown>;
}

/** A switch for this browser only; switching on also requires the browser's permission. */
export function BrowserSwitch({ label, $notices: $state, owner = '', read, choose }: BrowserSwitchProps) {
  const t = useT();
  const state = useLive($state);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => read(owner), [read, owner]);
  const change = async (isWanted: boolean) => {
    setBusy(true);
    const isDone = await choose(isWanted).then(
      (done) => done !== false,
      // They are off in this browser; the server notices when it sends the next one.
      () => !isWanted,
    );
    setBusy(false);
    if (!isDone) showToast('error', t('settings.notices.failed'));
    else if ($state.get() === 'on') showToast('success', t('settings.notices.on'));
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
          onChange={(event) => void change(event.target.checked)}
          aria-describedby={why ? 'notices-why' : undefined}
          className="size-6 shrink-0 accent-accent"
        />
        <span>{t(label)}</span>
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
