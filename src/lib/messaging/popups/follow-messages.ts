import { splitLocale } from '#contract/locales.ts';
import { routes } from '#contract/routes.ts';
import { openInbox } from '../inbox/inbox.ts';
import { listenToMessages } from '../inbox/incoming.ts';
import { startSending } from '../sending/send.ts';
import { openPopups } from './popups.ts';

/** On every page of a member but those of the messenger, which does it by itself. Returns how to stop. */
export function followMessages(): () => void {
  if (isMessenger(location.pathname)) return () => {};
  const stops = [openPopups(), listenToMessages(), openInbox(null), startSending()];
  return () => {
    for (const stop of stops) stop();
  };
}

function isMessenger(pathname: string): boolean {
  const { path } = splitLocale(pathname);
  return path === routes.messenger || path.startsWith(`${routes.messenger}/`);
}
