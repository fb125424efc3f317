/**
 * The floors of the server, from the ground up: code imports from its own floor and from those below it. A pattern that
 * ends in `/` covers all below it. The features stand in one order, so that no two of them import each other: what a
 * later one has to tell an earlier one goes through a port, or is handed in by `boot/`.
 */
export const floors: readonly (readonly string[])[] = [
  ['server/config/', 'server/log.ts', 'server/events.ts'],
  ['server/ports/'],
  ['server/db/'],
  ['server/outbox/'],
  ['server/ledger/', 'server/identity/'],
  ['server/audit/'],
  ['server/calls/'],
  ['server/gateways/', 'server/sfu/'],
  ['server/safety/'],
  ['server/tracking/'],
  ['server/media/'],
  ['server/performers/'],
  ['server/wallet/'],
  ['server/member/'],
  ['server/messaging/'],
  ['server/chat/'],
  ['server/studio/'],
  ['server/http/', 'server/realtime/'],
  ['server/site/'],
  ['server/boot/'],
  ['server/main.ts'],
];

/** The number of a file's floor; -1 for what stands beside the house (tests, other roots). */
export const floorOf = (path: string): number =>
  floors.findIndex((floor) =>
    floor.some((part) => (part.endsWith('/') ? path.startsWith(part) : path === part)),
  );

/** Whether an import leads upstairs. */
export function leadsUp(from: string, to: string): boolean {
  const [start, end] = [floorOf(from), floorOf(to)];
  return start >= 0 && end > start;
}
