import type { Binding } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import { chatRawRoutes, chatRoutes } from '#server/chat/routes.ts';
import { deskRawRoutes, deskRoutes } from '#server/desk/routes.ts';
import type { Variants } from '#server/media/images/variants.ts';
import { mediaRawRoutes, mediaRoutes } from '#server/media/routes.ts';
import { memberRawRoutes, memberRoutes } from '#server/member/routes.ts';
import { messagingRawRoutes, messagingRoutes } from '#server/messaging/routes.ts';
import { performerRoutes } from '#server/performers/routes.ts';
import { safetyRoutes } from '#server/safety/routes.ts';
import { studioRawRoutes, studioRoutes } from '#server/studio/routes.ts';
import { trackingRoutes } from '#server/tracking/routes.ts';
import type { Seller } from '#server/wallet/receipts/sheet.ts';
import { walletRawRoutes, walletRoutes } from '#server/wallet/routes.ts';

export const bindings: readonly Binding[] = [
  ...memberRoutes,
  ...mediaRoutes,
  ...performerRoutes,
  ...walletRoutes,
  ...safetyRoutes,
  ...messagingRoutes,
  ...chatRoutes,
  ...studioRoutes,
  ...deskRoutes,
  ...trackingRoutes,
];

export const rawRoutes = (variants: Variants, seller: Seller): RawRoute[] => [
  ...mediaRawRoutes(variants),
  ...memberRawRoutes,
  ...walletRawRoutes(seller),
  ...messagingRawRoutes,
  ...chatRawRoutes,
  ...studioRawRoutes(seller),
  ...deskRawRoutes(bindings, seller),
];
