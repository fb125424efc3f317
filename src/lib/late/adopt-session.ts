import { reconnect } from '../api/socket/socket.ts';
import { currentMember, readAgain } from '../member/account/current-member.ts';
import { $session } from '../shell/start/session.ts';

/** Shows the member who logged in in another tab. A page that shows this member already keeps its chat. */
export async function adoptSession(): Promise<void> {
  const member = await readAgain().catch(() => null);
  if (!member) return;
  const before = $session.get();
  if (before.status !== 'member' || before.email !== member.email) {
    currentMember.pauseListening();
    reconnect();
  }
  currentMember.setMember(member);
}
