import type { MediaGateway } from '@vonk/media';
import type { Feature } from '#contract/features.ts';
import type { NameWords } from '#contract/member/name-words.ts';
import type { Categories } from '#contract/performers/categories.ts';
import type { Promotion } from '#contract/performers/promotion-file.ts';
import type { Config } from '#server/config/config.ts';
import type { Events } from '#server/events.ts';
import type { Db } from '#server/ports/database.ts';
import type { ChatEnd } from './chat-end.ts';
import type { GeoGateway } from './geo.ts';
import type { IvrGateway } from './ivr.ts';
import type { Limits } from './limits.ts';
import type { MailGateway } from './mail.ts';
import type { Parts } from './parts.ts';
import type { Passwords } from './passwords.ts';
import type { PaymentGateway } from './payments.ts';
import type { PersonalData } from './personal-data.ts';
import type { Push } from './push.ts';
import type { StorageGateway } from './storage.ts';
import type { WebPushGateway } from './web-push.ts';

/** What makes this site the operator's: its content, and what it has. Read once, at the start. */
export interface Brand {
  /** Of all days, in order. */
  promotions: readonly Promotion[];
  categories: Categories;
  nameWords: NameWords;
  /** The operator's list, of all languages. */
  forbiddenWords: readonly string[];
  /** Calls of a feature that the brand has not are refused. */
  hasFeature: (feature: Feature) => boolean;
}

/** What a handler may ask for; boot/open-deps.ts makes the real ones, testing/test-app.ts fakes. */
export interface Deps {
  config: Config;
  db: Db;
  /** A name of this process that no other has. */
  node: string;
  now: () => Date;
  /** A random UUID. */
  newId: () => string;
  geo: GeoGateway;
  mail: MailGateway;
  /** Null where nobody gets notices in a browser. */
  webPush: WebPushGateway | null;
  payments: PaymentGateway;
  /** Null where nobody can pay by phone. */
  ivr: IvrGateway | null;
  media: MediaGateway;
  /** Files that members sent. */
  storage: StorageGateway;
  push: Push;
  events: Events;
  /** What features keep in memory. */
  part: Parts<Deps>['part'];
  limits: Limits;
  passwords: Passwords;
  brand: Brand;
  /** Whether the performer has blocked this member in the chat room: for features that the chat stands on. */
  isBlocked: (db: Pick<Db, 'select'>, performerId: number, memberId: number) => Promise<boolean>;
  /** What follows the end of a chat, in order. */
  chatEnded: readonly ((deps: Deps, end: ChatEnd) => Promise<void>)[];
  /** Of all features, to hand out and to erase. */
  personalData: readonly PersonalData[];
  /** Call it after committing a transaction that left work in the outbox. */
  wakeOutbox: () => void;
}
