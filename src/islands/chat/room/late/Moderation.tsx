import { useStore } from '@nanostores/react';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { moderationKinds } from '#contract/chat/room/moderator-calls.ts';
import {
  type Moderation as ModerationStore,
  openModeration,
  refusalKey,
  speakersOf,
} from '#lib/chat/room/moderation.ts';
import { timeUntil } from '#lib/shell/translate.ts';
import { useT } from '../../../ui/controls/Messages.tsx';

const small = 'btn btn-quiet min-h-9 px-2.5 text-sm';
const row = 'flex flex-wrap items-center gap-2';

interface ModerationProps {
  /** The performer's name. */
  name: string;
  messages: readonly ChatMessage[];
  moderators: readonly string[];
  /** Whether the moderator wrote it. */
  isOwn: (message: ChatMessage) => boolean;
}

/** What a moderator can do: over the chat, so that nothing moves when it appears. */
export function Moderation(props: ModerationProps) {
  const t = useT();
  const [store, setStore] = useState<ModerationStore | null>(null);
  useEffect(() => {
    const opened = openModeration();
    setStore(opened);
    return opened.close;
  }, []);
  return (
    <details className="absolute inset-x-4 top-3 ml-auto w-fit rounded-lg border border-line bg-surface text-ink shadow-lg [text-shadow:none]">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3 font-semibold text-sm">
        <ShieldCheck aria-hidden className="size-4" />
        <span>{t('chat.moderation.title')}</span>
      </summary>
      {store && <Panel store={store} {...props} />}
    </details>
  );
}

function Panel({ store, name, messages, ...room }: ModerationProps & { store: ModerationStore }) {
  const t = useT();
  const { until, sanctions, refusal } = useStore(store.$moderation);
  const speakers = speakersOf(messages, room);
  return (
    <div className="grid max-h-[38svh] gap-4 overflow-y-auto p-3 text-sm">
      {until && (
        <p className="text-ink-soft">{t('chat.moderation.text', { name, time: timeUntil(until) })}</p>
      )}
      {refusal && (
        <p role="alert" className="font-medium text-danger">
          {t(refusalKey(refusal))}
        </p>
      )}
      {speakers.length === 0 && <p>{t('chat.moderation.nobody')}</p>}
      <ul className="grid gap-2">
        {speakers.map(({ id, sender, message }) => (
          <li key={id}>
            <p className="truncate">
              <b translate="no">{sender}</b> <span className="text-ink-soft">{message}</span>
            </p>
            <div className={row}>
              {moderationKinds.map((kind) => (
                <button
                  key={kind}
                  type="button"
                  aria-label={`${t(`chat.moderation.${kind}`)}: ${sender}`}
                  onClick={() => void store.moderateViewer(sender, kind)}
                  className={small}
                >
                  {t(`chat.moderation.${kind}`)}
                </button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {sanctions.length > 0 && (
        <ul aria-label={t('chat.moderation.own')} className="grid gap-2">
          {sanctions.map(({ id, kind, name: whose, until: end }) => (
            <li key={id} className={row}>
              <b translate="no" className="wrap-anywhere min-w-0">
                {whose}
              </b>
              <span className="text-ink-soft">
                {t(kind === 'mute' ? 'chat.moderation.muted' : 'chat.moderation.kicked', {
                  time: end === null ? '' : timeUntil(end),
                })}
              </span>
              <button
                type="button"
                aria-label={`${t('chat.moderation.undo')}: ${whose}`}
                onClick={() => void store.undoModeration(id)}
                className={small}
              >
                {t('chat.moderation.undo')}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
