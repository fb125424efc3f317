import { apiBases } from '#contract/endpoint.ts';
import { MAX_IMAGE_BYTES } from '#contract/media/image.ts';
import * as studio from '#contract/studio/studio-calls.ts';
import { type Binding, bind } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import { rememberDevice } from '#server/calls/remember-device.ts';
import { closeRoom } from './close-room.ts';
import { readRoom } from './read-room.ts';
import { sayInRoom } from './say-in-room.ts';
import { setStatus } from './set-status.ts';
import { startBroadcast } from './start-broadcast.ts';
import { studioLogin } from './studio-login.ts';
import { uploadSnapshot } from './upload-snapshot.ts';

export const studioRoutes: readonly Binding[] = [
  bind(studio.studioLogin, studioLogin, {
    limit: 'login',
    effects: ({ token }, caller, deps) => rememberDevice(deps, caller, token),
  }),
  bind(studio.setStatus, setStatus),
  bind(studio.closeRoom, closeRoom),
  bind(studio.readRoom, readRoom),
  bind(studio.sayInRoom, sayInRoom),
  bind(studio.startBroadcast, startBroadcast),
];

export const studioRawRoutes: readonly RawRoute[] = [
  // Its body is the picture, so it is no call.
  {
    method: 'POST',
    path: `${apiBases.studio}/snapshot`,
    maxBytes: MAX_IMAGE_BYTES,
    handler: uploadSnapshot,
  },
];
