import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from './errors.ts';

/** Batches items for the database: one transaction for many instead of one for each. */
export interface Groups<Item, Answer> {
  /** Resolves with the item's result, which for a writing group is after the commit. */
  add(item: Item): Promise<Answer>;
  /** Resolves when no item is waiting. */
  close(): Promise<void>;
}

export interface GroupOptions<Item, Answer> {
  /** All of them or, if it throws, none; results in the order of the items. */
  answerAll(items: readonly Item[]): Promise<readonly Answer[]>;
  /** Minimum ms between the starts of two groups; items arriving meanwhile share a group. */
  everyMs: number;
  /** Maximum number of items in a group. */
  most: number;
  /** The second of two items with the same key waits for the next group. */
  keyOf?(item: Item): string | null;
  /** Called for a group that failed; its items are then run one by one. */
  onFailure?(error: unknown, items: readonly Item[]): void;
}

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Runs one group after the other, in order of arrival. If a group fails, its items run one by one, so that one bad item
 * does not fail the other items.
 */
export function createGroups<Item, Answer>(options: GroupOptions<Item, Answer>): Groups<Item, Answer> {
  const { everyMs, most, keyOf = () => null } = options;
  const waiting: Waiting<Item, Answer>[] = [];
  /** ms of the monotonic clock. */
  let startedAt = Number.NEGATIVE_INFINITY;
  let work: Promise<void> | null = null;

  /** Never throws. */
  const answerWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Waits at least until the event loop has delivered what arrived together.
      await sleep(Math.max(0, startedAt + everyMs - performance.now()));
      startedAt = performance.now();
      await answerGroup(options, takeGroup(waiting, { most, keyOf }));
    }
    work = null;
  };
  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        work ??= answerWaiting();
      }),
    close: async () => {
      await work;
    },
  };
}

/** Takes items from the front of the queue. */
function takeGroup<Item, Answer>(
  waiting: Waiting<Item, Answer>[],
  { most, keyOf }: Required<Pick<GroupOptions<Item, Answer>, 'most' | 'keyOf'>>,
): Waiting<Item, Answer>[] {
  const keys = new Set<string>();
  let size = 0;
  for (const { item } of waiting) {
    const key = keyOf(item);
    if (size === most || (key !== null && keys.has(key))) break;
    if (key !== null) keys.add(key);
    size += 1;
  }
  return waiting.splice(0, size);
}

async function answerGroup<Item, Answer>(
  { answerAll, onFailure }: GroupOptions<Item, Answer>,
  group: readonly Waiting<Item, Answer>[],
): Promise<void> {
  const items = group.map(({ item }) => item);
  try {
    resolveAll(group, await answerAll(items));
  } catch (error) {
    // An unavailable database would refuse each of them as well.
    if (group.length === 1 || isUnavailable(error)) {
      for (const { reject } of group) reject(error);
      return;
    }
    onFailure?.(error, items);
    for (const each of group)
      await answerAll([each.item])
        .then((answers) => resolveAll([each], answers))
        .catch(each.reject);
  }
}

function resolveAll<Item, Answer>(group: readonly Waiting<Item, Answer>[], answers: readonly Answer[]): void {
  if (answers.length !== group.length)
    throw new Error(`Got ${answers.length} answers for ${group.length} items`);
  for (const [place, { resolve }] of group.entries()) resolve(answers[place] as Answer);
}

/** The next row of a statement that returns rows in order; throws if it is missing. */
export function requireNext<Row>(rows: Iterator<Row>): Row {
  const { value, done } = rows.next();
  if (done) throw new Error('The statement returned fewer rows than expected');
  return value;
}
