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
import { readRoom } from './read-room.ts';
import { sayInRoom } from './say-in-room.ts';
import { setStatus } from './set-status.ts';
import { studioLogin } from './studio-login.ts';

export function studioRoutes({ bind }: RouteTools): void {
  bind(loginCall, studioLogin, { limit: 'login' });
  bind(statusCall, setStatus);
  bind(readCall, readRoom);
  bind(sayCall, sayInRoom);
  bind(startBroadcast, async (deps, caller) => {
    const { performerId } = requirePerformer(caller);
    const target = await deps.media.publishTarget(streamRoom(performerId), `performer-${performerId}`);
    return { url: target.url, token: target.token, expiresAt: target.expiresAt.toISOString() };
  });
}
