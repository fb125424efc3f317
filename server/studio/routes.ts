import { apiBases } from '#contract/endpoint.ts';
import { MAX_IMAGE_BYTES } from '#contract/media/image.ts';
import {
  studioLogin as loginCall,
  readRoom as readCall,
  sayInRoom as sayCall,
  startBroadcast,
  setStatus as statusCall,
} from '#contract/studio/calls.ts';
import type { RouteTools } from '#server/app.ts';
import { requirePerformer } from '#server/caller.ts';
import { streamRoom } from '#server/chat/reads.ts';
import { readBytes } from '#server/http/bind.ts';
import { readRoom } from './read-room.ts';
import { sayInRoom } from './say-in-room.ts';
import { setStatus } from './set-status.ts';
import { studioLogin } from './studio-login.ts';
import { uploadSnapshot } from './upload-snapshot.ts';

export function studioRoutes({ app, bind, deps }: RouteTools): void {
  bind(loginCall, studioLogin, { limit: 'login' });
  bind(statusCall, setStatus);
  bind(readCall, readRoom);
  bind(sayCall, sayInRoom);
  bind(startBroadcast, async (deps, caller) => {
    const { performerId } = requirePerformer(caller);
    const target = await deps.media.publishTarget(streamRoom(performerId), `performer-${performerId}`);
    return { url: target.url, token: target.token, expiresAt: target.expiresAt.toISOString() };
  });

  // The picture itself is the body, which no described call has: the address stands here.
  app.post(`${apiBases.studio}/snapshot`, async (c) => {
    const { performerId } = requirePerformer(c.get('caller'));
    const picture = await readBytes(c.req.raw, MAX_IMAGE_BYTES);
    await uploadSnapshot(deps, performerId, picture);
    return c.json(true);
  });
}
