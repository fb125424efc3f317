import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { roomTipping } from '#server/chat/tipping/tables.ts';
import { performers } from '#server/performers/tables.ts';
import type { Deps } from '#server/ports/deps.ts';

const goalsOf = (...goals: [text: string, amount: number][]) =>
  goals.map(([text, amount]) => ({ id: randomUUID(), text, amount, reached: false }));
const menuOf = (...items: [name: string, price: number][]) => items.map(([name, price]) => ({ name, price }));

const offers = {
  Sofie: {
    menu: menuOf(
      ['Een groet met je naam', 100],
      ['Jij kiest het volgende lied', 150],
      ['Het recept van vandaag', 250],
      ['Jij kiest wat er in de pan gaat', 600],
    ),
    vipMenu: menuOf(['Samen een menu voor jou bedenken', 500], ['Een kookles op maat', 2500]),
    goals: goalsOf(['Een nieuwe taartvorm', 3000], ['Een hele avond bakken op verzoek', 8000]),
    carriesOver: true,
  },
  Ruben: {
    menu: menuOf(
      ['Tien keer opdrukken', 100],
      ['Een boekentip voor jou', 150],
      ['Een bladzijde voorlezen', 250],
      ['Een fitnessschema van een week', 500],
    ),
    vipMenu: [],
    goals: goalsOf(['Honderd keer opdrukken', 2500], ['Een avond voorlezen', 6000]),
    carriesOver: false,
  },
};

/** Gives two performers of the cast menus and goals, unless they have changed theirs. */
export async function seedTipping({ db }: Pick<Deps, 'db'>): Promise<void> {
  const cast = await db
    .select({ id: performers.id, username: performers.username })
    .from(performers)
    .where(inArray(performers.username, Object.keys(offers)));
  for (const [name, offer] of Object.entries(offers)) {
    const performerId = cast.find(({ username }) => username === name)?.id;
    if (performerId === undefined) continue;
    await db
      .insert(roomTipping)
      .values({ performerId, ...offer })
      .onConflictDoNothing();
  }
}
