import { useStore } from '@nanostores/react';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { ErrorLabel } from '#contract/errors.ts';
import { lengthOf } from '#contract/fields.ts';
import { isBlank, trimBlank } from '#contract/input.ts';
import { MESSAGE_MAX } from '#contract/messaging/messages.ts';
import { prices } from '#contract/wallet/prices.ts';
import { underUsername } from '#lib/member/under-username.ts';
import { refusalText } from '#lib/messaging/labels/labels.ts';
import { offerNotices } from '#lib/messaging/notices/notices.ts';
import { canPayMessage, sendPrivateMessage } from '#lib/messaging/sending/send.ts';
import { draftFor, keepDraft } from '#lib/messaging/sending/unsent.ts';
import { isInputMethodKey } from '#lib/shell/device.ts';
import { opens } from '#lib/shell/open-dialogs.ts';
import { $session, lacksUsername } from '#lib/shell/start/session.ts';
import { $wallet } from '#lib/wallet/store.ts';
import type { OpenConversation } from '../../../lib/messaging/opened/open-conversations.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { EmojiButton } from '../emoji/EmojiButton.tsx';
import { PhotoButton } from '../photos/PhotoButton.tsx';
import { fileTarget, pickPhoto } from '../photos/pick-photo.ts';
import { useSide } from '../reader.ts';

/** Remaining characters from which the count is shown; every tenth is announced. */
const COUNT_FROM = 40;

/** Enter sends, Shift+Enter breaks the line. A member sees the price before the click, a performer what she earns. */
export function Editor({ conversation }: { conversation: OpenConversation | null }) {
  const t = useT();
  const id = useId();
  const side = useSide();
  const { text, write, send, isSending, refusal, field } = useEditor(conversation);
  const credits = useStore($wallet).credits ?? prices.message;
  const isNameless = lacksUsername(useStore($session));
  const left = MESSAGE_MAX - lengthOf(trimBlank(text));
  const isCounted = left <= COUNT_FROM;
  const countText =
    left < 0 ? t('messenger.tooLong', { count: -left }) : t('messenger.charactersLeft', { count: left });
  const isSendable = !isBlank(text) && left >= 0 && !isSending && conversation !== null;
  const submit = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    // Credits first: without them a username would be asked for in vain.
    if (isSendable && canPayMessage()) underUsername(() => void send());
  };
  return (
    <form
      onSubmit={submit}
      {...opens(credits < prices.message && 'NoCredits', isNameless && 'UsernamePrompt')}
      {...fileTarget((file) => conversation && pickPhoto(conversation, file))}
      className="flex items-start gap-2 border-t border-t-line px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] in-data-popup:px-3 lg:in-data-popup:gap-1"
    >
      <PhotoButton conversation={conversation} disabled={isSending} />
      <EmojiButton field={field} onWrite={write} disabled={isSending} />
      <div className="min-w-0 flex-1">
        {refusal && (
          <p role="alert" className="mb-1.5 font-medium text-danger text-sm">
            {t(refusalText(refusal, side))}
          </p>
        )}
        <textarea
          ref={field}
          id={`${id}-text`}
          rows={1}
          value={text}
          disabled={isSending}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !isInputMethodKey(event.nativeEvent))
              submit(event);
          }}
          aria-label={t('messenger.placeholder')}
          placeholder={t('messenger.placeholder')}
          aria-invalid={left < 0 || undefined}
          aria-describedby={`${id}-price ${id}-count`}
          autoComplete="off"
          enterKeyHint="send"
          className="field-sizing-content max-h-36 min-h-11 w-full resize-none rounded-lg border border-line-strong bg-page px-3 py-2 text-ink placeholder:text-ink-soft in-data-popup:max-h-20 aria-invalid:border-danger"
        />
        <p className="flex justify-between gap-3 text-ink-soft text-xs">
          <span id={`${id}-price`}>
            {t(side === 'member' ? 'messenger.price' : 'studio.messages.earn', { count: prices.message })}
          </span>
          <span id={`${id}-count`} className={`tabular-nums ${left < 0 ? 'font-semibold text-danger' : ''}`}>
            {isCounted && countText}
          </span>
        </p>
        <p role="status" className="sr-only">
          {isCounted && (left % 10 === 0 || left === -1) ? countText : ''}
        </p>
      </div>
      <button
        type="submit"
        disabled={!isSendable}
        aria-label={t('messenger.send')}
        className="btn btn-primary tip tip-up size-11 p-0 disabled:opacity-50"
      >
        <SendHorizontal aria-hidden className="size-5" />
      </button>
    </form>
  );
}

function useEditor(conversation: OpenConversation | null) {
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<ErrorLabel | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const wasSending = useRef(false);
  /** Text typed while the conversation was being opened. */
  const early = useRef('');
  const recipient = conversation?.recipient;
  useEffect(() => {
    if (recipient === undefined) return;
    setText(early.current || draftFor(recipient));
    if (early.current) keepDraft(recipient, early.current);
    early.current = '';
  }, [recipient]);
  useEffect(() => {
    // Disabling a field removes its focus.
    if (wasSending.current && !isSending && document.activeElement === document.body) field.current?.focus();
    wasSending.current = isSending;
  }, [isSending]);
  const write = (value: string) => {
    setText(value);
    setRefusal(null);
    if (!conversation) {
      early.current = value;
      return;
    }
    keepDraft(conversation.recipient, value);
    if (!isBlank(value)) conversation.type();
  };
  const send = async () => {
    if (!conversation) return;
    setSending(true);
    const sending = await sendPrivateMessage(conversation, text);
    if (sending.outcome === 'refused') setRefusal(sending.label);
    if (sending.outcome === 'sent' || sending.outcome === 'kept') write('');
    setSending(false);
    if (sending.outcome === 'sent') void offerNotices();
  };
  return { text, write, send, isSending, refusal, field };
}
