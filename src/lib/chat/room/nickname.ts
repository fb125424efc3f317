import { chatAction } from '#contract/chat/action-calls.ts';
import { getChatJoinToken } from '#contract/chat/session-calls.ts';
import type { UsernameError } from '#contract/member/usernames.ts';
import { refuseNickname } from '#contract/wallet/dial-in-calls.ts';
import { call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import { closeModal } from '../../shell/start/dialogs.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { $dialIn } from '../../wallet/store.ts';
import { $chat } from '../store.ts';

const texts: Readonly<Record<UsernameError, MessageKey>> = {
  'registration.error.forbiddenWords': 'dialIn.nickname.forbidden',
  'change_username.invalidChar': 'dialIn.nickname.invalidChar',
  'change_username.nicknameLength': 'dialIn.nickname.length',
};

/** Used before joining, and again in the chat. A refusal becomes an error of the form (live spec 8). */
export const nicknameForm = createForm<'nickname', { nickname: string }>({
  check: ({ nickname }) => {
    const refused = refuseNickname(nickname.trim());
    return refused ? { nickname: texts[refused] } : {};
  },
  send: async ({ nickname }) => {
    const chat = $chat.get();
    const name = nickname.trim();
    if (chat.status === 'watching') await changeNickname(chat.auth, name);
    else if (chat.status !== 'idle') await chooseNickname(chat.performer, name);
    closeModal('Nickname');
    // Starts a join that failed because the name was missing.
    if (chat.status === 'failed') $chat.set({ status: 'idle' });
    $dialIn.set({ ...$dialIn.get(), nickname: name });
  },
  labels: {
    'badRequest.forbiddenWords': { field: 'nickname', message: 'dialIn.nickname.forbidden' },
    'badRequest.invalidChar': { field: 'nickname', message: 'dialIn.nickname.invalidChar' },
    'badRequest.nicknameLength': { field: 'nickname', message: 'dialIn.nickname.length' },
    'badRequest.username_exists': { field: 'nickname', message: 'dialIn.nickname.taken' },
    'badRequest.tooMany': { message: 'dialIn.tooMany' },
  },
});

/** The returned token is not used: joining requests its own. */
async function chooseNickname(performer: string, nickname: string): Promise<void> {
  const { session } = $dialIn.get();
  await call(getChatJoinToken, { performer, ...(session && { session }), meta: { nickname } });
}

async function changeNickname(auth: string, newNickname: string): Promise<void> {
  const { sender } = await call(chatAction, { action: 'changeNickname', auth, data: { newNickname } });
  const chat = $chat.get();
  if (chat.status === 'watching' && sender) $chat.set({ ...chat, sender });
}
