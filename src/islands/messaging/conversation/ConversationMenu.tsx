import { Archive, Ban, BellOff, EllipsisVertical, Flag, Heart, Trash2 } from 'lucide-react';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import type { Conversation, ConversationState } from '#contract/messaging/conversations.ts';
import { setConversationState } from '#lib/messaging/inbox/inbox.ts';
import { opens } from '#lib/shell/open-dialogs.ts';
import { openModal } from '#lib/shell/start/dialogs.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { useSide } from '../reader.ts';

type Known = Pick<Conversation, 'id' | 'archived' | 'favorite' | 'muted' | 'blocked'>;

/** A native popover: the browser handles Escape, outside clicks and focus. */
export function ConversationMenu({ known, name }: { known: Known; name: string }) {
  const t = useT();
  const id = useId();
  const side = useSide();
  const [isRefused, setRefused] = useState(false);
  const act = (state: ConversationState) => () =>
    void setConversationState(known.id, state).then((refusal) => setRefused(refusal !== null));
  const entries = [
    { Icon: Heart, on: known.favorite, states: ['favorite', 'unfavorite'] },
    { Icon: Archive, on: known.archived, states: ['archive', 'unarchive'] },
    { Icon: BellOff, on: known.muted, states: ['mute', 'unmute'] },
    { Icon: Ban, on: known.blocked, states: ['block', 'unblock'] },
  ] as const;
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={t('messenger.options', { name })}
        className="btn btn-quiet px-2.5"
      >
        <EllipsisVertical aria-hidden className="size-5" />
      </button>
      <div
        id={id}
        popover="auto"
        className="my-1 w-68 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-surface p-1.5 text-ink shadow-[0_0.5rem_1.5rem_rgb(0_0_0/20%)] [position-area:block-end_span-inline-start]"
      >
        {entries.map(({ Icon, on, states: [set, unset] }) => (
          <Entry key={set} menu={id} Icon={Icon} onClick={act(on ? unset : set)}>
            {t(`messenger.${on ? unset : set}`)}
          </Entry>
        ))}
        <Entry
          menu={id}
          Icon={Flag}
          {...opens(side === 'member' ? 'ReportConversation' : 'ReportMember')}
          onClick={() =>
            openModal(
              side === 'member'
                ? { type: 'ReportConversation', conversation: known.id, name }
                : { type: 'ReportMember', member: { conversation: known.id }, name },
            )
          }
        >
          {t('messenger.report')}
        </Entry>
        <Entry
          menu={id}
          Icon={Trash2}
          {...opens('DeleteChat')}
          onClick={() => openModal({ type: 'DeleteChat', conversation: known.id, name })}
        >
          {t('messenger.deleteAction')}
        </Entry>
      </div>
      <p role="status" className={isRefused ? 'text-danger text-sm' : 'sr-only'}>
        {isRefused && t('messenger.notChanged')}
      </p>
    </>
  );
}

interface EntryProps {
  menu: string;
  Icon: ComponentType<{ className?: string; 'aria-hidden'?: true }>;
  onClick: () => void;
  children: ReactNode;
}

const Entry = ({ menu, Icon, onClick, children }: EntryProps) => (
  <button
    type="button"
    popoverTarget={menu}
    popoverTargetAction="hide"
    onClick={onClick}
    className="flex min-h-10 w-full items-center gap-3 rounded-md px-3 py-2 text-left font-medium hover:bg-sunken"
  >
    <Icon aria-hidden className="size-4.5" />
    <span>{children}</span>
  </button>
);
