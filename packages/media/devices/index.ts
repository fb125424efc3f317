// The cameras and microphones of a page, as one model.
export type { Device, DeviceList } from './listing.ts';
export { createDeviceRoom, type DeviceRoom, type DeviceRoomView } from './room.ts';
export type { PictureSize, SourceView } from './source.ts';
export { type DeviceState, isDelivering } from './states.ts';
export {
  type BroadcastPicture,
  broadcastPictures,
  broadcastWishes,
  type DeviceTrouble,
  type DeviceWishes,
  opensOneCamera,
  type SourceName,
} from './trouble.ts';
