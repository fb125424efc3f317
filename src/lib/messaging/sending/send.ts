import { trimBlank } from '#contract/blank.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { sendPrivateMessage } from '#contract/messaging/conversation-calls.ts';
import { NEW_CONVERSATION, refuseMessage } from '#contract/messaging/messages.ts';
import { prices } from '#contract/wallet/prices.ts';
import { call } from '../../api/call.ts';
import { onConnection } from '../../api/socket.ts';
import { log } from '../../shell/log.ts';
import { $wallet } from '../../wallet/spending/store.ts';
import { type OpenConversation, openedWith } from '../conversation/conversation.ts';
import { noteMessage } from '../inbox/note-message.ts';
import { forgetPhoto } from '../photos/own-photos.ts';
import { helpWith, isPassing } from './refusals.ts';
import { $unsent, addUnsent, noteUnsent, removeUnsent, restoreUnsent, type Unsent } from './unsent.ts';

/** Whether there are the credits for one; otherwise a dialog tells. */
export function canPayMessage(): boolean {
  if (($wallet.get().credits ?? prices.message) >= prices.message) return true;
  helpWith('badRequest.deduct.credits.amount');
  return false;
}

/** `ignored`: empty, too long, or without the credits. */
export type Sending =
  | { readonly outcome: 'sent' | 'kept' | 'ignored' }
  | { readonly outcome: 'refused'; readonly label: ErrorLabel };

export interface Outbox {
  /**
   * Sends a text or a photo, for credits. Where the server can't be reached it is `kept` in this browser and sent later;
   * where it refuses, the text is the writer's to change, and the photo is kept to be sent again.
   */
  sendMessage(conversation: OpenConversation, text: string, attachment?: string | null): Promise<Sending>;
  /** What was kept, when the member asks for it. */
  sendAgain(clientId: string): Promise<void>;
  /** One after the other, in the order of writing; after a failure the rest waits with it. */
  deliverUnsent(): Promise<void>;
  /** Goes on with what an earlier page left. Returns how to stop. */
  startSending(): () => void;
}

const RETRY_MS = { first: 3000, most: 60_000 };

/** Sends what is written, and tries again while it is started. */
export function createOutbox(): Outbox {
  let under = Promise.resolve();
  let wait = RETRY_MS.first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;

  const deliverUnsent = (): Promise<void> => {
    under = under.then(deliverAll);
    return under;
  };
  const deliverAll = async (): Promise<void> => {
    for (;;) {
      const next = $unsent.get().find(({ state }) => state === 'waiting');
      if (!next) return;
      const outcome = await deliver(next);
      if (outcome === 'unreachable') {
        again();
        return;
      }
      if (outcome === 'sent') wait = RETRY_MS.first;
    }
  };
  const again = (): void => {
    clearTimeout(timer);
    if (!isOpen) return;
    timer = setTimeout(() => void deliverUnsent(), wait);
    wait = Math.min(wait * 2, RETRY_MS.most);
  };

  return {
    deliverUnsent,
    async sendMessage(conversation, text, attachment = null) {
      const refusal = refuseMessage(text);
      if (refusal === 'long' || (refusal === 'empty' && attachment === null)) return { outcome: 'ignored' };
      if (attachment === null && !canPayMessage()) return { outcome: 'ignored' };
      const clientId = crypto.randomUUID();
      const { performer, $state } = conversation;
      const { id } = $state.get();
      const note = { state: 'waiting', label: null, at: Date.now() } as const;
      addUnsent({ clientId, performer, conversation: id, text: trimBlank(text), attachment, ...note });
      await deliverUnsent();
      const left = $unsent.get().find((one) => one.clientId === clientId);
      if (!left) return { outcome: 'sent' };
      if (left.state !== 'stopped' || left.label === null) return { outcome: 'kept' };
      helpWith(left.label);
      if (attachment !== null) return { outcome: 'kept' };
      removeUnsent(clientId);
      return { outcome: 'refused', label: left.label };
    },
    async sendAgain(clientId) {
      noteUnsent(clientId, 'waiting');
      await deliverUnsent();
      const label = $unsent.get().find((one) => one.clientId === clientId)?.label;
      if (label) helpWith(label);
    },
    startSending() {
      isOpen = true;
      restoreUnsent();
      void deliverUnsent();
      const stop = onConnection((state) => {
        if (state === 'connected') void deliverUnsent();
      });
      return () => {
        isOpen = false;
        clearTimeout(timer);
        stop();
      };
    },
  };
}

async function deliver({
  clientId,
  performer,
  conversation,
  text,
  attachment,
}: Unsent): Promise<'sent' | 'refused' | 'unreachable'> {
  noteUnsent(clientId, 'sending');
  try {
    const { message, credits } = await call(sendPrivateMessage, {
      ...(conversation === null
        ? { conversationId: NEW_CONVERSATION, performerId: performer }
        : { conversationId: conversation }),
      message: text,
      ...(attachment === null ? {} : { attachment }),
      clientId,
    });
    const opened = openedWith(performer);
    opened?.receive(message);
    opened?.adopt(message.conversation);
    withdraw({ clientId, attachment });
    $wallet.setKey('credits', credits);
    noteMessage(message, true);
    return 'sent';
  } catch (error) {
    const label = labelOf(error);
    log.info('message not sent', label);
    noteUnsent(clientId, isPassing(label) ? 'waiting' : 'stopped', isPassing(label) ? null : label);
    return isPassing(label) ? 'unreachable' : 'refused';
  }
}

/** It was sent, or nobody wants it any more. */
export function withdraw({ clientId, attachment }: Pick<Unsent, 'clientId' | 'attachment'>): void {
  removeUnsent(clientId);
  if (attachment !== null) forgetPhoto(attachment);
}

/** Of the page: what is written anywhere on it goes in one order. */
export const { sendMessage, sendAgain, deliverUnsent, startSending } = createOutbox();
