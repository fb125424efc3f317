import { $session, lacksUsername } from '../../shell/start/session.ts';
import { act, logFailure } from '../request.ts';
import { $chat } from '../store.ts';

/** Changes a member's name in the room to the username chosen since the join. A failure keeps the former name. */
export async function takeOwnName(): Promise<void> {
  const [chat, session] = [$chat.get(), $session.get()];
  if (chat.status !== 'watching' || session.status !== 'member' || lacksUsername(session)) return;
  try {
    const data = { newNickname: session.username };
    const { sender } = await act({ action: 'changeNickname', auth: chat.auth, data });
    const now = $chat.get();
    if (now.status === 'watching') $chat.set({ ...now, sender });
  } catch (error) {
    logFailure('own name', error);
  }
}
