import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createGroups, type Groups } from '#server/db/groups.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { EARLIER_MOST, EARLIER_SECONDS, mayContinue } from '#server/safety/words/continued.ts';
import { chatMessages } from './tables.ts';

interface Said {
  performerId: number;
  author: string;
  /** Of a message sent again: what was written before it then. */
  clientId: string | undefined;
  text: string;
  at: Date;
}

/** ms in which questions are asked together. */
const GATHER_MS = 8;
/** Questions of one statement at most. */
const TOGETHER = 500;

const openQuestions = ({ db }: Pick<Deps, 'db'>): Groups<Said, string[]> =>
  createGroups({ answerAll: (said) => linesBefore(db, said), everyMs: GATHER_MS, most: TOGETHER });

/** What this author wrote in the room just before, oldest first; empty where the text cannot go on with it. */
export const earlierLines = async ({ part }: Pick<Deps, 'part'>, said: Said): Promise<string[]> =>
  mayContinue(said.text) ? part(openQuestions).add(said) : [];

const rowSchema = z.array(z.object({ place: z.coerce.number(), message: z.string() }));

/** Of each, in the order of the questions. */
async function linesBefore(db: Pick<Db, 'select'>, said: readonly Said[]): Promise<string[][]> {
  const found = await earlierStatement(db).execute({
    authors: said.map(({ author }) => author),
    rooms: said.map(({ performerId }) => performerId),
    clientIds: said.map(({ clientId }) => clientId ?? null),
    times: said.map(({ at }) => at.toISOString()),
  });
  const lines = said.map((): string[] => []);
  for (const { place, message } of rowSchema.parse(found)) lines[place - 1]?.push(message);
  return lines;
}

const given = (name: string) => sql.placeholder(name);

const earlierStatement = (db: Pick<Db, 'select'>) =>
  prepared(db, 'earlier-lines', () =>
    db.select({ place: sql`place`, message: sql`message` }).from(sql`(
      select said.place, line.id, line.message
      from unnest(${given('authors')}::text[], ${given('rooms')}::int[], ${given('clientIds')}::text[],
        ${given('times')}::timestamptz[]) with ordinality as said (author, room, client_id, at, place)
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
