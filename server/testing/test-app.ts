import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import {
  type AnyEndpoint,
  callKey,
  type InputOf,
  type OutputOf,
  pathOf,
  pathParams,
} from '#contract/endpoint.ts';
import { AppError, isErrorLabel } from '#contract/errors.ts';
import { toQuery } from '#contract/query.ts';
import { unknownLocation } from '#contract/safety/geo.ts';
import { outboxHandlers } from '#server/boot/outbox-handlers.ts';
import { allPersonalData } from '#server/boot/personal-data/personal-data.ts';
import { createServices, type ServiceOptions, type Services } from '#server/boot/services.ts';
import { chatEnded } from '#server/chat/chat-ended.ts';
import { blockersOf } from '#server/chat/room/sanctions/reads.ts';
import { readConfig } from '#server/config/config.ts';
import type { PasswordCost } from '#server/config/logins.ts';
import type { OpenDb } from '#server/db/opening/open.ts';
import { noteMovedSession } from '#server/desk/account/sessions.ts';
import { noEvents } from '#server/events.ts';
import { type FakeIvr, type FakeWebPush, fakeIvr, fakeWebPush } from '#server/gateways/fakes.ts';
import { createStorage } from '#server/gateways/open-gateways.ts';
import { fakeStorage } from '#server/gateways/storage/fake-storage.ts';
import { createPasswords } from '#server/identity/passwords/passwords.ts';
import { openSession } from '#server/identity/sessions.ts';
import { openNameWords } from '#server/member/names/insults.ts';
import type { OutboxDeps } from '#server/outbox/run-due-work.ts';
import { openEditedCategories, shownCategories } from '#server/performers/categories/open-categories.ts';
import { showingOf } from '#server/performers/performers-for.ts';
import type { Moved } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { noLimits } from '#server/ports/limits.ts';
import { createParts } from '#server/ports/parts.ts';
import { openForbiddenWords } from '#server/safety/words/word-list.ts';
import { createSteadyClock, type SteadyClock } from '#server/steady-clock.ts';
import { openMovedTelling, tellMoved } from '#server/studio/earnings/tell-moved.ts';
import { seedBundles } from '#server/wallet/purchase/seed-bundles.ts';
import type { Seller } from '#server/wallet/receipts/sheet.ts';
import { type FakeMedia, fakeMedia } from './fake-media.ts';
import { type FakePayments, fakePayments } from './fake-payments.ts';
import { type FakeMail, fakeMail, type RecordedPush, recordPushes } from './fakes.ts';
import { openTestDb } from './open-test-db.ts';

/** A clock that only moves when a test advances it. */
export interface TestClock {
  now: () => Date;
  /** Advances the time by this many ms. */
  advance(ms: number): void;
  /** Sets the host's wall clock forward, or back; no time passes. */
  jump(ms: number): void;
  /** As the product sees it. */
  steady: SteadyClock;
}

export interface TestApp extends Services {
  deps: Deps;
  databaseUrl: string;
  clock: TestClock;
  mail: FakeMail;
  webPush: FakeWebPush;
  media: FakeMedia;
  payments: FakePayments;
  ivr: FakeIvr;
  pushes: RecordedPush[];
  /** Tells performers what has moved since the last time; the product does it a few times a second. */
  tellMoved(): Promise<void>;
  /** Tests run the work themselves: `await runDueWork(server.outbox)`. */
  outbox: OutboxDeps;
  /** Runs after each call on any transport, before its response is sent; null for nothing. */
  readonly seam: { answered: ((call: string) => unknown) | null };
  close(): Promise<void>;
}

/** The product's own categories, read and rendered once for all apps of a worker. */
const categories = openEditedCategories();
const shown = categories.then(shownCategories);
const nameWords = openNameWords();
const forbiddenWords = openForbiddenWords();

const START = Date.parse('2026-11-20T12:00:00Z');

/** Argon2id with minimal cost; the real cost is tested in `passwords.test.ts`. */
const QUICK_HASHES: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

function testClock(): TestClock {
  let passed = 0;
  let jumped = 0;
  const steady = createSteadyClock({ wall: () => START + passed + jumped, monotonic: () => passed });
  return {
    now: steady.now,
    steady,
    advance: (ms) => {
      passed += ms;
    },
    jump: (ms) => {
      jumped += ms;
    },
  };
}

export interface TestOptions {
  /** `memory:` by default, or a PostgreSQL URL. */
  database?: string;
  environment?: Record<string, string>;
  /** Changes to the deps before the app is created. */
  change?: (deps: Deps) => Partial<Deps>;
  /** Nothing by default: tests run the work themselves. */
  wakeOutbox?: () => void;
  /** Tells performers what has moved by itself, as the product does, instead of by `tellMoved`. */
  tellsMoved?: boolean;
}

/** The whole server in memory, with fakes for the outside world. Used by all server tests. */
export async function createTestApp(options: TestOptions = {}): Promise<TestApp> {
  const databaseUrl = options.database ?? 'memory:';
  const moved: Moved[] = [];
  const open: OpenDb = await openTestDb(databaseUrl, {
    wakeOutbox: options.wakeOutbox ?? (() => {}),
    tellMoved: (more) => {
      if (options.tellsMoved) deps.part(openMovedTelling).tell(more);
      else moved.push(...more);
    },
  });
  const clock = testClock();
  const [mail, webPush] = [fakeMail(), fakeWebPush()];
  const [media, payments, ivr] = [fakeMedia(), fakePayments(), fakeIvr()];
  const { push, pushes } = recordPushes();
  // Tests move the clock by days with one login.
  const longLogins = { STUDIO_IDLE_HOURS: '720', DESK_IDLE_MINUTES: '480' };
  const config = readConfig({ KEEP_ALIVE_GROUP_MS: '0', ...longLogins, ...options.environment });
  const parts = createParts((): Deps => deps);
  const base: Deps = {
    config,
    db: open.db,
    node: 'test',
    now: clock.now,
    wallClock: clock.steady.wall,
    newId: () => randomUUID(),
    geo: { locationOf: () => unknownLocation },
    mail: mail.gateway,
    webPush: webPush.gateway,
    media: media.gateway,
    scan: async () => {},
    // Without a folder a test writes no files.
    storage: options.environment?.['DATA_DIR'] ? await createStorage(config) : fakeStorage(),
    payments: payments.gateway,
    ivr: ivr.gateway,
    push,
    events: noEvents,
    part: parts.part,
    health: {
      parts: async () => ({ database: 'ok', redis: 'none', disk: 'ok' }),
      media: () => ({ publishers: 0, viewers: 0 }),
    },
    limits: noLimits,
    passwords: createPasswords({ ...config.passwords, cost: QUICK_HASHES }, noEvents),
    brand: {
      promotions: [],
      categories: await shown,
      edited: { categories: await categories, promotions: [] },
      nameWords: await nameWords,
      forbiddenWords: await forbiddenWords,
      hasFeature: () => true,
    },
    blockersOf: (db, memberId) => blockersOf({ db, now: clock.now }, memberId),
    showingOf: (db, performerId) => showingOf({ db }, performerId),
    noteMoved: noteMovedSession({ now: () => clock.now() }),
    chatEnded,
    personalData: allPersonalData,
  };
  const deps: Deps = { ...base, ...options.change?.(base) };
  await seedBundles(deps);
  const outbox = { ...deps, handlers: outboxHandlers(deps, seller) };
  const seam: TestApp['seam'] = { answered: null };
  return {
    ...servicesOf(deps, (dispatch) => async (call, caller, input) => {
      const done = await dispatch(call, caller, input);
      await seam.answered?.(callKey(call));
      return done;
    }),
    seam,
    deps,
    databaseUrl,
    outbox,
    clock,
    mail,
    webPush,
    media,
    payments,
    ivr,
    pushes,
    tellMoved: () => tellMoved(deps, moved.splice(0)),
    close: async () => {
      await parts.close();
      await open.close();
    },
  };
}

/** The seller in tests. */
export const seller: Seller = {
  brand: 'Vonk',
  name: 'Vonk Media B.V.',
  street: 'Voorbeeldkade 61',
  city: '1011 AA Amsterdam',
  country: 'NL',
  registration: '00000061',
  vat: 'NL000000061B01',
  email: 'support@vonk.example',
};

const servicesOf = (deps: Deps, wrap?: ServiceOptions['wrap']): Services =>
  createServices(deps, pino({ level: 'silent' }), { wrap, seller });

/** The same server with changed deps, on the same database and fakes. */
export function variantOf(server: TestApp, change: Partial<Deps>): TestApp {
  const deps: Deps = { ...server.deps, part: createParts(() => deps).part, ...change };
  return { ...server, deps, ...servicesOf(deps) };
}

/** A session token for a member or performer, as returned by a login. */
export async function tokenFor(deps: Deps, kind: 'member' | 'performer', owner: number): Promise<string> {
  const named =
    kind === 'member' ? ({ kind, memberId: owner } as const) : ({ kind, performerId: owner } as const);
  return (await openSession(deps, named)).token;
}

/** The id of the session that a token names. */
export function sessionOf(token: string): string {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return (claims as { sid: string }).sid;
}

/** Makes a call of the contract over HTTP. Throws the AppError of the response. */
export async function callApp<Call extends AnyEndpoint>(
  { app, deps }: Pick<TestApp, 'app' | 'deps'>,
  call: Call,
  input: InputOf<Call>,
  headers: Record<string, string> = {},
  answered: (response: Response) => void = () => undefined,
): Promise<OutputOf<Call>> {
  const fields = { ...(input as Record<string, unknown>) };
  const path = pathOf(call, fields);
  for (const name of pathParams(call)) delete fields[name];
  const all = { 'api-key': deps.config.apiKey, 'content-type': 'application/json', ...headers };
  const response =
    call.method === 'GET'
      ? await app.request(`${path}?${toQuery(fields)}`, { headers: all })
      : await app.request(path, { method: call.method, headers: all, body: JSON.stringify(fields) });
  answered(response);
  const body = (await response.json()) as { label?: unknown; fields?: string[] };
  if (response.status >= 400) {
    throw new AppError(isErrorLabel(body.label) ? body.label : 'UNDEFINED_ERROR', {
      fields: body.fields ?? [],
    });
  }
  return call.output.parse(body) as OutputOf<Call>;
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
