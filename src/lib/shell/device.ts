import { atom, onMount } from 'nanostores';

/** CSS px; below it the layout is the mobile one. */
export const MOBILE_BELOW = 1024;
const TABLET_FROM = 640;
export const RESIZE_REST_MS = 50;

export type Device = 'desktop' | 'tablet' | 'mobile' | 'unknown';

export function deviceOf(width: number | undefined): Device {
  if (width === undefined) return 'unknown';
  if (width >= MOBILE_BELOW) return 'desktop';
  return width >= TABLET_FROM ? 'tablet' : 'mobile';
}

/** (live spec 7) */
export const paymentDevice = (device: Device): 'mobile' | 'desktop' =>
  device === 'desktop' ? 'desktop' : 'mobile';

export const $device = atom<Device>('unknown');

onMount($device, () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const measure = () => $device.set(deviceOf(window.innerWidth));
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(measure, RESIZE_REST_MS);
  };
  measure();
  window.addEventListener('resize', later);
  return () => window.removeEventListener('resize', later);
});
