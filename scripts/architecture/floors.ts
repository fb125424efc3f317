/**
 * The floors of the server from the ground up: code imports from its own floor and those below
 * (docs/decisions/0033). A pattern that ends in `/` covers all below it. The features have a fixed order, so that no
 * two import each other.
 */
export const floors: readonly (readonly string[])[] = [
  ['server/config/', 'server/log.ts', 'server/log.test.ts', 'server/events.ts'],
  ['server/ports/'],
  ['server/db/'],
  ['server/outbox/'],
  ['server/ledger/', 'server/identity/'],
  ['server/audit/'],
  ['server/content/'],
  ['server/calls/'],
  ['server/gateways/'],
  ['server/tracking/'],
  ['server/media/'],
  ['server/performers/'],
  ['server/wallet/'],
  ['server/member/'],
  ['server/safety/'],
  ['server/messaging/'],
  ['server/chat/'],
  ['server/studio/'],
  ['server/http/', 'server/realtime/'],
  ['server/site/'],
  ['server/boot/'],
  ['server/main.ts'],
];

/** Index in `floors`; -1 for tests and other roots. */
export const floorOf = (path: string): number =>
  floors.findIndex((floor) =>
    floor.some((part) => (part.endsWith('/') ? path.startsWith(part) : path === part)),
  );

export function leadsUp(from: string, to: string): boolean {
  const [start, end] = [floorOf(from), floorOf(to)];
  return start >= 0 && end > start;
}
