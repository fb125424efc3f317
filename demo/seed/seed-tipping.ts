import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { roomTipping } from '#server/chat/tipping/tables.ts';
import { performers } from '#server/performers/tables.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Dutch, English and German; the cast writes in Dutch. */
type Words = readonly [nl: string, en: string, de: string];

const goalsOf = (...goals: [words: Words, amount: number][]) =>
  goals.map(([[text, en, de], amount]) => ({
    id: randomUUID(),
    text,
    texts: { en, de },
    amount,
    reached: false,
  }));
const menuOf = (...items: [words: Words, price: number][]) =>
  items.map(([[name, en, de], price]) => ({ name, price, texts: { en, de } }));

const offers = {
  Sofie: {
    menu: menuOf(
      [['Een groet met je naam', 'A greeting with your name', 'Ein Gruß mit deinem Namen'], 100],
      [['Jij kiest het volgende lied', 'You choose the next song', 'Du wählst das nächste Lied'], 150],
      [['Het recept van vandaag', 'Today’s recipe', 'Das Rezept von heute'], 250],
      [
        [
          'Jij kiest wat er in de pan gaat',
          'You choose what goes into the pan',
          'Du wählst, was in die Pfanne kommt',
        ],
        600,
      ],
    ),
    vipMenu: menuOf(
      [
        [
          'Samen een menu voor jou bedenken',
          'A menu for you, made up together',
          'Gemeinsam ein Menü für dich planen',
        ],
        500,
      ],
      [['Een kookles op maat', 'A cooking lesson made for you', 'Eine Kochstunde nach Maß'], 2500],
    ),
    goals: goalsOf(
      [['Een nieuwe taartvorm', 'A new cake tin', 'Eine neue Tortenform'], 3000],
      [
        [
          'Een hele avond bakken op verzoek',
          'An evening of baking on request',
          'Ein ganzer Abend Backen auf Wunsch',
        ],
        8000,
      ],
    ),
    carriesOver: true,
  },
  Ruben: {
    menu: menuOf(
      [['Tien keer opdrukken', 'Ten push-ups', 'Zehn Liegestütze'], 100],
      [['Een boekentip voor jou', 'A book tip for you', 'Ein Buchtipp für dich'], 150],
      [['Een bladzijde voorlezen', 'A page read aloud', 'Eine Seite vorlesen'], 250],
      [
        ['Een fitnessschema van een week', 'A fitness plan for a week', 'Ein Fitnessplan für eine Woche'],
        500,
      ],
    ),
    vipMenu: [],
    goals: goalsOf(
      [['Honderd keer opdrukken', 'A hundred push-ups', 'Hundert Liegestütze'], 2500],
      [['Een avond voorlezen', 'An evening of reading aloud', 'Ein Vorleseabend'], 6000],
    ),
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
