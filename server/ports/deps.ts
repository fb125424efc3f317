import type { Categories } from '#contract/performers/categories.ts';
import type { Promotion } from '#contract/performers/promotion-file.ts';
import type { Config } from '#server/config/config.ts';
import type { Events } from '#server/events.ts';
import type { Db } from '#server/ports/database.ts';
import type { GeoGateway } from './geo.ts';
import type { Limits } from './limits.ts';
import type { MailGateway } from './mail.ts';
import type { MediaGateway } from './media.ts';
import type { PaymentGateway } from './payments.ts';
import type { Push } from './push.ts';

/** What a handler may ask for. Tests build the same from a memory database and fakes (testing/test-app.ts). */
export interface Deps {
  config: Config;
  db: Db;
  now: () => Date;
  /** A random id (UUID). */
  newId: () => string;
  geo: GeoGateway;
  mail: MailGateway;
  payments: PaymentGateway;
  media: MediaGateway;
  push: Push;
  events: Events;
  limits: Limits;
  /** The operator's promotions, in order, those of other days included. */
  promotions: readonly Promotion[];
  /** What editors wrote, read once at start. */
  categories: Categories;
  /** Tells the runner that a committed transaction left work in the outbox. */
  wakeOutbox: () => void;
}
