import { randomUUID } from 'node:crypto';
import { demoHandlers, seedDemo } from '#demo/seed/seed-demo.ts';
import { seedMembers } from '#demo/seed/seed-members.ts';
import { readConfig } from '#server/config/config.ts';
import { openDb } from '#server/db/opening/open.ts';
import { addOperator } from '#server/desk/account/operators.ts';
import { noEvents } from '#server/events.ts';
import { createStorage } from '#server/gateways/open-gateways.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { sendStudioLink } from '#server/studio/account/studio-link.ts';
import { seedBundles } from '#server/wallet/purchase/seed-bundles.ts';
import { journeyMembers } from '../members.ts';
import { journeyOperators, linkedPerformer } from '../operators.ts';

/** Fills a data folder with the tables, the demo with its films, and the journeys' members and operators. */
export async function fillTemplate(folder: string): Promise<void> {
  const config = readConfig({ DATA_DIR: folder });
  const { db, close } = await openDb(config.databaseUrl);
  const deps = { db, config, now: () => new Date(), storage: await createStorage(config) };
  await seedBundles(deps);
  await seedDemo(deps);
  await seedMembers(deps, journeyMembers);
  // A product draws its films some time after its start; drawn here once for all products.
  const later = () => new Date(Date.now() + 60_000);
  await runDueWork({ db, now: later, events: noEvents, handlers: demoHandlers(deps) });
  // Last, because their mails are sent by the product that starts on a copy.
  const desk = { ...deps, newId: () => randomUUID() };
  const caller = operatorCaller('journeys', 'their operators');
  for (const operator of journeyOperators) await addOperator(desk, caller, operator);
  const { username, email } = linkedPerformer;
  const performer = await performersFor(desk, inHouse).byName(username);
  if (!performer) throw new Error(`The demo has no ${username}`);
  await sendStudioLink(desk, caller, { performerId: performer.id, username, language: 'nl', email });
  await close();
}
