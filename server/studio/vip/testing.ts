import type { StudioVip } from '#contract/studio/vip-calls.ts';
import { requestVip } from '#server/chat/vip/request-vip.ts';
import { stopVip } from '#server/chat/vip/stop-vip.ts';
import type { TestPerformer } from '#server/testing/people.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { Viewer } from '#server/testing/viewer.ts';
import { acceptVip, declineVip } from './vip-shows.ts';

/** Requests a show as the viewer and returns the id of the request. */
export async function askForVip({ deps }: TestApp, viewer: Viewer): Promise<string> {
  const input = { action: 'requestVip', auth: viewer.auth(), recipient: 'host' } as const;
  return (await requestVip(deps, viewer.caller, input)).vip.request;
}

export const endVip = ({ deps }: TestApp, viewer: Viewer) =>
  stopVip(deps, viewer.caller, { action: 'stopVip', auth: viewer.auth(), recipient: 'host' });

export const accept = ({ deps }: TestApp, performer: TestPerformer, request: string): Promise<StudioVip> =>
  acceptVip(deps, performer.caller, { request });

export const decline = ({ deps }: TestApp, performer: TestPerformer, request: string): Promise<StudioVip> =>
  declineVip(deps, performer.caller, { request });

/** Requests a show, accepts it and sends a report: the first VIP unit runs. */
export async function beginVip(test: TestApp, viewer: Viewer, performer: TestPerformer): Promise<string> {
  const request = await askForVip(test, viewer);
  await accept(test, performer, request);
  await viewer.beat();
  return request;
}
