import { quick, startServer } from '@vonk/bench';
import { io, type Socket } from 'socket.io-client';
import type { ClientEvents, ServerEvents } from '#contract/socket.ts';
import { Audience, type BeatsReady } from '../chats/beats-load.ts';

export interface ChargesReady extends BeatsReady {
  /** Session token of the performer whom all of them watch. */
  performer: string;
}

export type ChargesOrder = 'spread' | 'auths' | 'charges';

export interface ChargesAnswer {
  /** ms since the epoch, in order. */
  charges: number[];
  /** If requested, in the order of the people. */
  auths: string[];
}

/** Members who pay the same performer by the minute. */
export const VIEWERS = quick ? 60 : 500;
/** ms; each viewer is charged once. */
const LASTS_MS = quick ? 15_000 : 60_000;

/** What a performer's page has heard: how many charges at which time, in ms since the epoch. */
type Heard = { readonly at: number; readonly count: number }[];

/** Connects like the performer's page, and notes the charges of which it learns. */
async function openPage({ url, performer }: ChargesReady): Promise<{ heard: Heard; close(): void }> {
  const heard: Heard = [];
  const auth = { 'api-key': 'vonk-web', token: performer, studio: true };
  const socket: Socket<ServerEvents, ClientEvents> = io(url, { transports: ['websocket'], auth });
  socket.on('studio-earned', ({ moved }) => {
    const count = moved.reduce((sum, move) => sum + (move.credits > 0 ? move.count : 0), 0);
    heard.push({ at: Date.now(), count });
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return { heard, close: () => socket.disconnect() };
}

/** The time at which each charge was heard, in order. */
const arrivals = (heard: Heard): number[] => heard.flatMap(({ at, count }) => Array<number>(count).fill(at));

/** ms from each charge of a minute to the push at the performer's page. Throws if one is never told. */
export async function timesOfCharges(): Promise<number[]> {
  const server = startServer('bench/studio/charges-server.ts', { BENCH_SIZE: String(VIEWERS) });
  const ready = await server.next<ChargesReady>();
  const audience = new Audience();
  await audience.open(ready.url, ready.people);
  const ask = (order: ChargesOrder) => server.ask<ChargesAnswer>(order);
  audience.begin((await ask('auths')).auths);
  // The first minutes are bought before the measurement.
  await audience.beatFor(6000);
  await ask('spread');
  const page = await openPage(ready);
  const before = (await ask('charges')).charges.length;
  await audience.beatFor(LASTS_MS);
  const charges = (await ask('charges')).charges.slice(before);
  const heard = arrivals(page.heard);
  page.close();
  audience.close();
  await server.kill();
  // What was charged last may be told after the end.
  const pushed = charges.slice(0, heard.length);
  if (pushed.length < charges.length * 0.9)
    throw new Error(`${pushed.length} of ${charges.length} charges were told`);
  return pushed.map((at, place) => (heard[place] ?? Number.NaN) - at);
}
