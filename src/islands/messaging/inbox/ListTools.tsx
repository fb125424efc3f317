import { Search } from 'lucide-react';
import { useId } from 'react';
import {
  conversationFilterSchema,
  conversationFilters,
  conversationSortSchema,
  conversationSorts,
} from '#contract/messaging/conversations.ts';
import { filterInbox, type Inbox, searchInbox, sortInbox } from '#lib/messaging/inbox/inbox.ts';
import { useT } from '../../ui/Messages.tsx';
import { useSide } from '../side.ts';

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
