import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoHandlers, seedDemo } from '#demo/seed/seed-demo.ts';
import { seedMembers } from '#demo/seed/seed-members.ts';
import { readConfig } from '#server/config/config.ts';
import { openDb } from '#server/db/open.ts';
import { noEvents } from '#server/events.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { seedBundles } from '#server/wallet/purchase/seed-bundles.ts';
import { journeyMembers } from './members.ts';

/** Tells the workers of a run where the template lies. */
const VARIABLE = 'VONK_TEMPLATE';

/**
 * Makes the data folder of which every product of this run gets a copy: tables, the demo with its films, and the
 * journeys' members. Answers how to remove it.
 */
export async function makeTemplate(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'vonk-template-'));
  const config = readConfig({ DATA_DIR: folder });
  const { db, close } = await openDb(config.databaseUrl);
  const deps = { db, config, now: () => new Date() };
  await seedBundles(deps);
  await seedDemo(deps);
  await seedMembers(deps, journeyMembers);
  // A product draws its films a while after its start: here once for all of them.
  const later = () => new Date(Date.now() + 60_000);
  await runDueWork({ db, now: later, events: noEvents, handlers: demoHandlers(deps) });
  await close();
  process.env[VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** A data folder of one product's own. */
export async function copyTemplate(): Promise<string> {
  const template = process.env[VARIABLE];
  if (!template) throw new Error(`${VARIABLE} is not set: the setup of a run makes the template`);
  const folder = await mkdtemp(join(tmpdir(), 'vonk-journeys-'));
  await cp(template, folder, { recursive: true });
  return folder;
}
