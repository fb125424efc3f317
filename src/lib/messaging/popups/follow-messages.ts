import { splitLocale } from '#contract/locales.ts';
import { routes } from '#contract/routes.ts';
import { readMessages } from '../../shell/kept.ts';
import { ownerOf } from '../../shell/session.ts';
import { listenToMessages } from '../conversation/incoming.ts';
import { openInbox } from '../inbox/inbox.ts';
import { startSending } from '../sending/send.ts';
import { openPopups } from './popups.ts';

/** Runs on every page of a member except the messenger's, which follow by themselves. Returns a stop function. */
export function followMessages(): () => void {
  if (isMessenger(location.pathname)) return () => {};
  renewNotices();
  const stops = [openPopups(), listenToMessages(), openInbox(null), startSending()];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Loads the code only if this browser has notices. */
function renewNotices(): void {
  const owner = ownerOf();
  if (owner !== null && readMessages('notices', owner))
    void import('../notices/notices.ts').then((m) => m.renewNotices(owner));
}

function isMessenger(pathname: string): boolean {
  const { path } = splitLocale(pathname);
  return path === routes.messenger || path.startsWith(`${routes.messenger}/`);
}
