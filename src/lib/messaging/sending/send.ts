import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { trimBlank } from '#contract/input.ts';
import { refuseMessage } from '#contract/messaging/messages.ts';
import { log } from '../../shell/log.ts';
import { type Dialogs, helpWith, isPassing } from '../../shell/open-dialogs.ts';
import { $wallet } from '../../wallet/store.ts';
import { noteMessage } from '../opened/incoming.ts';
import { type OpenConversation, openedWith } from '../opened/open-conversations.ts';
import { $party } from '../party/party.ts';
import {
  $unsent,
  addUnsent,
  forgetPhoto,
  noteUnsent,
  removeUnsent,
  restoreUnsent,
  type Unsent,
} from './unsent.ts';

/** Whether a message is free or the balance pays for it; otherwise a dialog opens. */
export function canPayMessage(): boolean {
  const { price } = $party.get();
  if (price === null || ($wallet.get().credits ?? price) >= price) return true;
  helpWith('badRequest.deduct.credits.amount');
  return false;
}

/** `ignored`: empty, too long, or unpaid. */
export type Sending =
  | { readonly outcome: 'sent' | 'kept' | 'ignored' }
  | { readonly outcome: 'refused'; readonly label: ErrorLabel };

export interface Outbox {
  /**
   * Sends a text or a photo; a member pays for it. If the server is unreachable it is `kept` in this browser and sent
   * later. After a refusal the writer can correct the text or retry the photo.
   */
  sendPrivateMessage(
    conversation: OpenConversation,
    text: string,
    attachment?: string | null,
  ): Promise<Sending>;
  /** Sends a kept message on the writer's request. */
  sendAgain(clientId: string): Promise<void>;
  /** Sends one after the other, in writing order; a failure holds back later messages. */
  deliverUnsent(): Promise<void>;
  /** Sends what an earlier page left unsent. Returns a stop function. */
  startSending(): () => void;
}

/** The messenger shows these refusals itself. */
const ownDialogs: Dialogs = { 'badRequest.unauthorized': null };

const RETRY_MS = { first: 3000, most: 60_000 };

/** Sends messages, and retries while it is started. */
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
    async sendPrivateMessage(conversation, text, attachment = null) {
      const refusal = refuseMessage(text);
      if (refusal === 'long' || (refusal === 'empty' && attachment === null)) return { outcome: 'ignored' };
      if (attachment === null && !canPayMessage()) return { outcome: 'ignored' };
      const clientId = crypto.randomUUID();
      const { recipient, $state } = conversation;
      const { id } = $state.get();
      const note = { state: 'waiting', label: null, at: Date.now() } as const;
      addUnsent({ clientId, recipient, conversation: id, text: trimBlank(text), attachment, ...note });
      await deliverUnsent();
      const left = $unsent.get().find((one) => one.clientId === clientId);
      if (!left) return { outcome: 'sent' };
      if (left.state !== 'stopped' || left.label === null) return { outcome: 'kept' };
      helpWith(left.label, ownDialogs);
      if (attachment !== null) return { outcome: 'kept' };
      removeUnsent(clientId);
      return { outcome: 'refused', label: left.label };
    },
    async sendAgain(clientId) {
      noteUnsent(clientId, 'waiting');
      await deliverUnsent();
      const label = $unsent.get().find((one) => one.clientId === clientId)?.label;
      if (label) helpWith(label, ownDialogs);
    },
    startSending() {
      isOpen = true;
      restoreUnsent();
      void deliverUnsent();
      const stop = $party.get().socket.onConnection((state) => {
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
  recipient,
  conversation,
  text,
  attachment,
}: Unsent): Promise<'sent' | 'refused' | 'unreachable'> {
  noteUnsent(clientId, 'sending');
  try {
    const { message, credits } = await $party.get().sendPrivateMessage({
      clientId,
      conversation,
      recipient,
      message: text,
      ...(attachment === null ? {} : { attachment }),
    });
    const opened = openedWith(recipient);
    opened?.receive(message);
    opened?.adopt(message.conversation);
    withdraw({ clientId, attachment });
    if (credits !== null) $wallet.setKey('credits', credits);
    noteMessage(message, true);
    return 'sent';
  } catch (error) {
    const label = labelOf(error);
    log.info('Message could not be sent', label);
    noteUnsent(clientId, isPassing(label) ? 'waiting' : 'stopped', isPassing(label) ? null : label);
    return isPassing(label) ? 'unreachable' : 'refused';
  }
}

/** Removes a message that was sent, or is no longer wanted. */
export function withdraw({ clientId, attachment }: Pick<Unsent, 'clientId' | 'attachment'>): void {
  removeUnsent(clientId);
  if (attachment !== null) forgetPhoto(attachment);
}

/** The page's instance: all messages of the page are sent in one order. */
export const { sendPrivateMessage, sendAgain, deliverUnsent, startSending } = createOutbox();
