import { reconnect } from '../../api/socket.ts';
import { currentMember, readAgain } from './current-member.ts';
import { $session } from './store.ts';

/** Shows the member who logged in in another tab. A page that shows them already keeps its connection, and its chat. */
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
