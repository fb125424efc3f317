import { apiBases } from '#contract/endpoint.ts';
import { MAX_IMAGE_BYTES } from '#contract/media/image.ts';
import {
  listCamBacks as listCamBacksCall,
  watchCamBack as watchCamBackCall,
} from '#contract/studio/cam-back-calls.ts';
import * as studio from '#contract/studio/studio-calls.ts';
import * as toy from '#contract/studio/toy-calls.ts';
import * as vip from '#contract/studio/vip-calls.ts';
import * as whipKey from '#contract/studio/whip-key-calls.ts';
import { type Binding, bind } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import { rememberDevice } from '#server/calls/remember-device.ts';
import { beatToy } from './beat-toy.ts';
import { closeRoom } from './close-room.ts';
import { listCamBacks } from './list-cam-backs.ts';
import { readRoom } from './read-room.ts';
import { sayInRoom } from './say-in-room.ts';
import { setStatus } from './set-status.ts';
import { setToy } from './set-toy.ts';
import { startBroadcast } from './start-broadcast.ts';
import { stopToy } from './stop-toy.ts';
import { studioLogin } from './studio-login.ts';
import { uploadSnapshot } from './upload-snapshot.ts';
import { acceptVip } from './vip/accept-vip.ts';
import { declineVip } from './vip/decline-vip.ts';
import { stopVipShow } from './vip/stop-vip-show.ts';
import { watchCamBack } from './watch-cam-back.ts';
import { endStudioSessions } from './whip-key/end-studio-sessions.ts';
import { revokeWhipKey } from './whip-key/revoke-whip-key.ts';
import { rotateWhipKey } from './whip-key/rotate-whip-key.ts';
import { showWhipKey } from './whip-key/show-whip-key.ts';

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
  bind(whipKey.showWhipKey, showWhipKey),
  bind(whipKey.rotateWhipKey, rotateWhipKey),
  bind(whipKey.revokeWhipKey, revokeWhipKey),
  bind(whipKey.endStudioSessions, endStudioSessions),
  bind(toy.setToy, setToy),
  bind(toy.stopToy, stopToy),
  bind(toy.beatToy, beatToy),
  bind(vip.acceptVip, acceptVip),
  bind(vip.declineVip, declineVip),
  bind(vip.stopVipShow, stopVipShow),
  bind(listCamBacksCall, listCamBacks),
  bind(watchCamBackCall, watchCamBack),
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
