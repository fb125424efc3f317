import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type OutputOf, pathOf } from '#contract/endpoint.ts';
import { sendPrivateMessage } from '#contract/messaging/conversation-calls.ts';
import { readProfile } from '#contract/performers/profile/profile-calls.ts';
import { ApiClient } from '../support/started/api-client.ts';
import { people, Visitor } from '../support/visitor.ts';

const sites = [
  {
    prefix: '',
    performer: 'Elena',
    logIn: 'Inloggen',
    numbers: 'Vandaag en deze week',
    payout: 'Komende uitbetaling',
    followers: 'Bericht aan je volgers',
    statistics: 'Statistieken',
    regulars: 'Vaste gasten',
    save: 'Notitie opslaan',
    saved: 'Opgeslagen.',
    long: 'Een notitie heeft hoogstens 280 tekens.',
  },
  {
    prefix: '/en',
    performer: 'Ruben',
    logIn: 'Log in',
    numbers: 'Today and this week',
    payout: 'Payout to come',
    followers: 'Message to your followers',
    statistics: 'Statistics',
    regulars: 'Regulars',
    save: 'Save note',
    saved: 'Saved.',
    long: 'A note has 280 characters at most.',
  },
  {
    prefix: '/de',
    performer: 'Amber',
    logIn: 'Einloggen',
    numbers: 'Heute und diese Woche',
    payout: 'Kommende Auszahlung',
    followers: 'Nachricht an deine Follower',
    statistics: 'Statistik',
    regulars: 'Stammgäste',
    save: 'Notiz speichern',
    saved: 'Gespeichert.',
    long: 'Eine Notiz hat höchstens 280 Zeichen.',
  },
] as const;

const member = new ApiClient(people);
beforeAll(() => member.logIn('demo@example.com', 'Demo1234'));

test.each(sites)(
  'a performer opens her overview, and notes something about a regular ($prefix)',
  async (site) => {
    const login = { username: site.performer, password: 'Studio1234' };
    const path = pathOf(readProfile, { username: site.performer });
    const { body } = await member.send<OutputOf<typeof readProfile>>('GET', path);
    const message = { performerId: body.user, message: 'Hoi', clientId: randomUUID() };
    await member.send('POST', pathOf(sendPrivateMessage, { conversationId: 'new' }), message);
    const here = await new Visitor({}, people).open(`${site.prefix}/studio/login`);
    await here.send(here.find('main form button', site.logIn), login);
    for (const heading of [site.numbers, site.payout, site.followers]) here.find('main h2', heading);
    await here.follow('header nav a', site.statistics);
    expect(here.address).toBe(`${site.prefix}/studio/statistics`);
    here.find('main h2', site.regulars);
    const [button] = here.all('main form button[value="note"]');
    if (!button) throw new Error('No regular');
    await here.send(button, { text: 'a'.repeat(281) });
    here.find('main [role="alert"]', site.long);
    const [again] = here.all('main form button[value="note"]');
    if (!again) throw new Error('No regular');
    await here.send(again, { text: 'שלום, likes jazz' });
    here.find('main [role="status"]', site.saved);
    here.find('main summary bdi', 'שלום, likes jazz');
  },
);
