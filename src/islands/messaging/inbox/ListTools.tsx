import { useStore } from '@nanostores/react';
import { Search } from 'lucide-react';
import { useEffect, useId } from 'react';
import {
  conversationFilterSchema,
  conversationFilters,
  conversationSortSchema,
  conversationSorts,
  type Participant,
} from '#contract/messaging/conversations.ts';
import { filterInbox, type Inbox, searchInbox, sortInbox } from '#lib/messaging/inbox/inbox.ts';
import { $suggestions, suggest, suggestedBeside } from '#lib/messaging/suggestions.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { Face } from '../Face.tsx';
import { useSide } from '../reader.ts';

const field =
  'min-h-10 w-full rounded-lg border border-line-strong bg-page px-2.5 text-ink text-sm placeholder:text-ink-soft';

/** Only performers can be live. */
const filters = {
  member: conversationFilters,
  performer: conversationFilters.filter((name) => name !== 'models'),
} as const;

/** Search, filter and sort of the list. */
export function ListTools({ inbox: { filter, sort, query } }: { inbox: Inbox }) {
  const t = useT();
  const id = useId();
  const side = useSide();
  return (
    <div className="grid grid-cols-2 gap-2 border-line border-b p-3">
      <div className="relative col-span-2">
        <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-ink-soft" />
        <input
          id={`${id}-search`}
          type="search"
          value={query}
          onChange={(event) => void searchInbox(event.target.value)}
          aria-label={t('messenger.search')}
          placeholder={t('messenger.search')}
          autoComplete="off"
          className={`${field} pl-9`}
        />
      </div>
      <label htmlFor={`${id}-filter`} className="sr-only">
        {t('messenger.filter.label')}
      </label>
      <select
        id={`${id}-filter`}
        value={filter}
        onChange={(event) => void filterInbox(conversationFilterSchema.parse(event.target.value))}
        className={field}
      >
        {filters[side].map((name) => (
          <option key={name} value={name}>
            {t(`messenger.filter.${name}`)}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-sort`} className="sr-only">
        {t('messenger.sort.label')}
      </label>
      <select
        id={`${id}-sort`}
        value={sort}
        onChange={(event) => void sortInbox(conversationSortSchema.parse(event.target.value))}
        className={field}
      >
        {conversationSorts.map((name) => (
          <option key={name} value={name}>
            {t(`messenger.sort.${name}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

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
