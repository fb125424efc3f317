import { useStore } from '@nanostores/react';
import { ArrowDown, ShieldAlert } from 'lucide-react';
import { Fragment } from 'react';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import { type DayGroup, dayLabel, groupByDay } from '#lib/messaging/labels/labels.ts';
import { $unsent } from '#lib/messaging/sending/unsent.ts';
import { deliveryOf } from '#lib/messaging/thread/thread.ts';
import type {
  ConversationState,
  OpenConversation,
} from '../../../lib/messaging/opened/open-conversations.ts';
import { Button, Spinner } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { useClock } from '../reader.ts';
import { Bubble, UnsentBubble } from './Bubble.tsx';
import { useLaneScroll } from './use-lane-scroll.ts';

interface LaneProps {
  state: ConversationState;
  /** Null until hydration. */
  conversation: OpenConversation | null;
}

/** The notice, then the messages by day (platform spec 2). */
export function Lane({ state, conversation }: LaneProps) {
  const t = useT();
  const { thread, dividerSeq, other } = state;
  const { messages } = thread;
  // A message whose response was lost may already be in the list.
  const isSent = (clientId: string) => messages.some((message) => message.clientId === clientId);
  const unsent = useStore($unsent, { ssr: 'initial' }).filter(
    ({ recipient, clientId }) => recipient === other.userid && !isSent(clientId),
  );
  const { lane, leftAt, toEnd } = useLaneScroll({
    first: messages[0]?.seq ?? null,
    last: messages.at(-1)?.seq ?? null,
    unsent: unsent.length,
    own: messages.findLast(({ owner }) => owner === 'self')?.seq ?? 0,
    onTop: () => state.older === 'idle' && void conversation?.loadOlder(),
  });
  const missed = messages.filter(
    ({ seq, owner }) => leftAt !== null && seq > leftAt && owner === 'other',
  ).length;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={lane}
        aria-label={t('messenger.log', { name: other.username })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard
        tabIndex={0}
        // Without a scroll anchor: use-lane-scroll.ts keeps the scroll position.
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain bg-page p-4 [overflow-anchor:none] focus-visible:-outline-offset-2 in-data-popup:p-3"
      >
        <p className="mx-auto mb-3 max-w-lg rounded-lg border border-line bg-surface px-3.5 py-2 text-center text-[0.875rem]">
          <ShieldAlert aria-hidden className="mr-1.5 inline size-4 align-[-0.2em]" />
          <span>{t('messenger.noContact')}</span>
        </p>
        <Older state={state} onOlder={() => void conversation?.loadOlder()} />
        <Waiting state={state} onAgain={() => void conversation?.catchUp()} isEmpty={unsent.length === 0} />
        {groupByDay(messages).map((group) => (
          <Day key={group.day} group={group} state={state} conversation={conversation} />
        ))}
        {unsent.length > 0 && (
          <ol className="flex flex-col gap-2 [ol+&]:mt-2">
            {unsent.map((one) => (
              <UnsentBubble key={one.clientId} one={one} />
            ))}
          </ol>
        )}
        <p className="min-h-6 text-ink-soft text-sm">
          {state.isTyping && t('messenger.typing', { name: other.username })}
        </p>
      </section>
      <News messages={messages} name={other.username} after={dividerSeq} />
      {missed > 0 && (
        <ToEnd
          count={missed}
          onPress={() => {
            lane.current?.focus({ preventScroll: true });
            toEnd();
          }}
        />
      )}
    </div>
  );
}

interface DayProps extends LaneProps {
  group: DayGroup<PrivateMessage>;
}

/** The messages of one day, with the divider before the first unread one. */
function Day({ group, state: { thread, dividerSeq, other }, conversation }: DayProps) {
  const t = useT();
  const clock = useClock();
  return (
    <>
      <h3 className="my-3 text-center font-semibold text-[0.8125rem] text-ink-soft tracking-normal">
        {dayLabel(group.at, clock)}
      </h3>
      <ol className="flex flex-col gap-2">
        {group.messages.map((message) => (
          <Fragment key={message.seq}>
            {message.seq === dividerSeq && (
              <li
                data-unread-divider
                className="flex items-center gap-3 font-semibold text-[0.8125rem] text-accent-ink before:flex-1 before:border-t after:flex-1 after:border-t"
              >
                <span>{t('messenger.unreadFrom')}</span>
              </li>
            )}
            <Bubble
              message={message}
              name={other.username}
              conversation={conversation}
              delivery={message.owner === 'self' ? deliveryOf(thread, message) : null}
              returned={thread.returned[message.seq]}
            />
          </Fragment>
        ))}
      </ol>
    </>
  );
}

/** Tells how many new messages are below what is visible, and leads there. */
function ToEnd({ count, onPress }: { count: number; onPress: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      onClick={onPress}
      className="absolute bottom-2 left-1/2 flex min-h-9 -translate-x-1/2 items-center gap-1.5 whitespace-nowrap rounded-full bg-accent px-3.5 font-semibold text-on-accent text-sm shadow-lg"
    >
      <span>{t('messenger.newMessages', { count })}</span>
      <ArrowDown aria-hidden className="size-4" />
    </button>
  );
}

/** Announces the other side's newest message when it arrives. */
function News({
  messages,
  name,
  after,
}: {
  messages: readonly PrivateMessage[];
  name: string;
  after: number | null;
}) {
  const t = useT();
  const last = messages.at(-1);
  const isNews = last?.owner === 'other' && last.seq > (after ?? 0);
  return (
    <div role="log" aria-label={t('messenger.unreadFrom')} className="sr-only">
      {isNews && (
        <p key={last.seq}>
          {`${t('messenger.from', { name })}: ${last.attachment ? t('messenger.photo.word') : ''} ${last.content}`}
        </p>
      )}
    </div>
  );
}

/** Fixed height, so that nothing moves. */
function Older({ state: { thread, older }, onOlder }: { state: ConversationState; onOlder: () => void }) {
  const t = useT();
  if (thread.nextPage === null) return null;
  return (
    <div className="grid min-h-12 place-items-center text-center">
      {older === 'failed' && <p role="alert">{t('messenger.olderFailed')}</p>}
      <Button look="quiet" busy={older === 'loading'} onClick={onOlder}>
        {older === 'failed' ? t('messenger.retry') : t('messenger.older')}
      </Button>
    </div>
  );
}

function Waiting(props: { state: ConversationState; onAgain: () => void; isEmpty: boolean }) {
  const t = useT();
  const { status, thread, other } = props.state;
  if (status === 'loading') {
    return (
      <p role="status" className="m-auto">
        <Spinner className="size-8 text-accent-ink" />
        <span className="sr-only">{t('messenger.loading')}</span>
      </p>
    );
  }
  if (status === 'failed') {
    return (
      <div role="alert" className="m-auto text-center">
        <p>{t('messenger.failed')}</p>
        <Button look="quiet" className="mt-3" onClick={props.onAgain}>
          {t('messenger.retry')}
        </Button>
      </div>
    );
  }
  if (thread.messages.length > 0 || !props.isEmpty) return null;
  return <p className="m-auto text-center text-ink-soft">{t('messenger.start', { name: other.username })}</p>;
}
