import type { Promotion } from '#contract/performers/promotion-file.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import type { Events } from './events.ts';
import type { GeoGateway } from './gateways/geo/gateway.ts';
import type { MailGateway } from './gateways/mail/gateway.ts';
import type { MediaGateway } from './gateways/media/gateway.ts';
import type { PaymentGateway } from './gateways/payments/gateway.ts';
import type { Limits } from './http/limits.ts';
import type { Categories } from './performers/categories.ts';
import type { Push } from './realtime/push.ts';

/** What a verb may need. Tests build the same from a memory database and fakes (testing/test-app.ts). */
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
