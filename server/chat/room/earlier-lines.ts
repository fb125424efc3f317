import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createGroups, type Groups } from '#server/db/groups.ts';
import { type Runs, statement } from '#server/db/statement.ts';
import type { Deps } from '#server/ports/deps.ts';
import { EARLIER_MOST, EARLIER_SECONDS, mayContinue } from '#server/safety/words/clean-text.ts';
import { chatMessages } from './tables.ts';

interface Draft {
  performerId: number;
  author: string;
  /** Client id of the message; if it was sent before, earlier lines are those before the first sending. */
  clientId: string | undefined;
  text: string;
  at: Date;
}

/** ms for which questions are collected into one query. */
const GATHER_MS = 8;
/** Maximum number of questions per statement. */
const TOGETHER = 500;

const openQuestions = ({ db }: Pick<Deps, 'db'>): Groups<Draft, string[]> =>
  createGroups({ answerAll: (drafts) => linesBefore(db, drafts), everyMs: GATHER_MS, most: TOGETHER });

/** The author's latest lines in the room, oldest first; empty if the text cannot continue them. */
export const earlierLines = async ({ part }: Pick<Deps, 'part'>, draft: Draft): Promise<string[]> =>
  mayContinue(draft.text) ? part(openQuestions).add(draft) : [];

const lineSchema = z.object({ place: z.coerce.number(), message: z.string() });

const placeholder = (name: string) => sql.placeholder(name);

const selectLines = statement('earlier-lines', lineSchema, (db) =>
  db.select({ place: sql`place`, message: sql`message` }).from(sql`(
      select said.place, line.id, line.message
      from unnest(${placeholder('authors')}::text[], ${placeholder('rooms')}::int[],
        ${placeholder('clientIds')}::text[], ${placeholder('times')}::timestamptz[])
        with ordinality as said (author, room, client_id, at, place)
      left join ${chatMessages} own on own.author = said.author and own.client_id = said.client_id
      cross join lateral (
        select m.id, m.message from ${chatMessages} m
        where m.author = said.author and m.performer_id = said.room
          and m.sent_at > coalesce(own.sent_at, said.at) - make_interval(secs => ${EARLIER_SECONDS})
          and (own.id is null or m.id < own.id)
        order by m.id desc limit ${EARLIER_MOST}
      ) line
      order by said.place, line.id
    ) as lines`),
);

/** Returns the lines of each question, in the order of the questions. */
async function linesBefore(db: Runs, drafts: readonly Draft[]): Promise<string[][]> {
  const found = await selectLines(db, {
    authors: drafts.map(({ author }) => author),
    rooms: drafts.map(({ performerId }) => performerId),
    clientIds: drafts.map(({ clientId }) => clientId ?? null),
    times: drafts.map(({ at }) => at.toISOString()),
  });
  const lines = drafts.map((): string[] => []);
  for (const { place, message } of found) lines[place - 1]?.push(message);
  return lines;
}
