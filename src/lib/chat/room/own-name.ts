import { $session, lacksUsername } from '../../member/account/store.ts';
import { act, logFailure } from '../session/request.ts';
import { $chat } from '../session/store.ts';

/** The room calls a member who has chosen a username since the join so from now on. A failure leaves the name of the join. */
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
