import { useStore } from '@nanostores/react';
import { useEffect, useId } from 'react';
import type { Participant } from '#contract/messaging/conversations.ts';
import type { Inbox } from '#lib/messaging/inbox/inbox.ts';
import { $suggestions, suggest, suggestedBeside } from '#lib/messaging/inbox/suggestions.ts';
import { useT } from '../../ui/Messages.tsx';
import { Face } from '../Face.tsx';

interface SuggestionsProps {
  inbox: Inbox;
  hrefOf: (other: Participant) => string;
}

/** Performers a member could write to; links to pages, as no conversation exists yet. */
export function Suggestions({ inbox, hrefOf }: SuggestionsProps) {
  const t = useT();
  const id = useId();
  const people = useStore($suggestions, { ssr: 'initial' });
  const name = suggestedBeside(inbox);
  useEffect(() => suggest(name), [name]);
  if (people.length === 0) return null;
  return (
    <section aria-labelledby={id} className="border-line border-t pt-3">
      <h2 id={id} className="px-4 pb-1 font-semibold text-ink-soft text-sm">
        {t('messenger.suggestions')}
      </h2>
      <ul>
        {people.map((other) => (
          <li key={other.userid}>
            <a href={hrefOf(other)} className="messenger-row">
              <Face who={other} />
              <span className="min-w-0 flex-1 truncate font-semibold">
                <bdi translate="no">{other.username}</bdi>
                {(other.onlineStatus ?? 0) > 0 && (
                  <span className="sr-only">{`, ${t('messenger.online')}`}</span>
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
