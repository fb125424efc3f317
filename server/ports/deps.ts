import type { MediaGateway } from '@vonk/media';
import type { EndReason } from '#contract/chat/session.ts';
import type { partStates } from '#contract/desk/house-calls.ts';
import type { NameWords } from '#contract/member/name-words.ts';
import type { Categories, EditedCategory } from '#contract/performers/directory/categories.ts';
import type { NamedPromotion, Promotion } from '#contract/performers/profile/promotion-file.ts';
import type { GeoLocation } from '#contract/safety/geo.ts';
import type { Feature } from '#contract/site/features.ts';
import type { Config } from '#server/config/config.ts';
import type { Events } from '#server/events.ts';
import type { Db, Tx } from './database.ts';
import type {
  GeoGateway,
  IvrGateway,
  MailGateway,
  Passwords,
  Scan,
  StorageGateway,
  WebPushGateway,
} from './gateways.ts';
import type { Limits } from './limits.ts';
import type { Parts } from './parts.ts';
import type { PaymentGateway } from './payments.ts';
import type { Showing } from './performer-viewer.ts';
import type { PersonalData } from './personal-data.ts';
import type { Push } from './push.ts';

/** Content and features of the operator's site. Read once, at the start. */
export interface Brand {
  /** For all dates, in order. */
  promotions: readonly Promotion[];
  categories: Categories;
  /** The same as editors wrote it, hidden categories included, for the preview of a change. */
  edited: {
    readonly categories: readonly EditedCategory[];
    readonly promotions: readonly NamedPromotion[];
  };
  nameWords: NameWords;
  /** The operator's list, for all languages. */
  forbiddenWords: readonly string[];
  /** Calls of a feature the brand does not have are refused. */
  hasFeature: (feature: Feature) => boolean;
}

/** Dependencies of handlers; boot/open-deps.ts creates the real ones, testing/test-app.ts fakes. */
export interface Deps {
  config: Config;
  db: Db;
  /** A name unique to this process. */
  node: string;
  /** The product's clock: of all deadlines, and of all that is stored. */
  now: () => Date;
  /** The host's clock, which jumps when it is set. Only for what a device of a person computes by the real time. */
  wallClock: () => Date;
  /** A random UUID. */
  newId: () => string;
  geo: GeoGateway;
  mail: MailGateway;
  /** Null if browser notices are not available. */
  webPush: WebPushGateway | null;
  payments: PaymentGateway;
  /** Null if payment by phone is not available. */
  ivr: IvrGateway | null;
  media: MediaGateway;
  scan: Scan;
  /** Files sent by members. */
  storage: StorageGateway;
  push: Push;
  events: Events;
  health: Health;
  /** Returns a feature's in-memory state. */
  part: Parts<Deps>['part'];
  limits: Limits;
  passwords: Passwords;
  brand: Brand;
  /** Performers who have blocked this member in the chat room, for features below the chat. */
  blockersOf: (db: Pick<Db, 'select'>, memberId: number) => Promise<number[]>;
  /** What decides who may know of a performer, for features below the performers. */
  showingOf: (db: Db, performerId: number) => Promise<(Showing & { readonly id: number }) | undefined>;
  /** Writes that an operator's session arrived from another browser, for what is below the audit trail. */
  noteMoved: (tx: Tx, move: SessionMove) => Promise<void>;
  /** Run in order after a chat has ended. */
  chatEnded: readonly ((deps: Deps, end: ChatEnd) => Promise<void>)[];
  /** Of all features, for download and erasure. */
  personalData: readonly PersonalData[];
}

/** An operator's session whose token arrived from another browser, and the request it came with. */
interface SessionMove {
  readonly operatorId: number;
  readonly request: {
    readonly id: string;
    readonly clientIp: string;
    readonly location: GeoLocation;
    readonly userAgent?: string | undefined;
  };
}

/** Deps with a transaction in place of the database. */
export type InTx<Some extends Pick<Deps, 'db'> = Deps> = Some & { db: Tx };

/** A chat that has ended and is stored as ended. */
export interface ChatEnd {
  session: {
    id: string;
    performerId: number;
    memberId: number | null;
    /** The viewer's name in the room. */
    sender: string;
  };
  reason: EndReason;
  /** The page was closed or reloaded, which does not end a show. */
  isPageGone: boolean;
}

export type PartState = (typeof partStates)[number];

export const partNames = ['database', 'redis', 'disk'] as const;
export type Part = (typeof partNames)[number];

/** How this process and what it depends on are doing. */
export interface Health {
  /** Asks each part; concurrent callers share one result. */
  parts(): Promise<Readonly<Record<Part, PartState>>>;
  /** Of this process’s media server. */
  media(): { readonly publishers: number; readonly viewers: number };
}
