import { readCamBackSettings } from '#contract/chat/cam-back-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { request } from '../session/request.ts';
import { openChat } from '../session/store.ts';
import {
  type Choice,
  canOpenCamera,
  closeCamera,
  deviceTroubleOf,
  listDevices,
  openCamera,
} from './devices.ts';
import { $camBack, $camera, $choice, $devices, $restEnds, type CamBackTrouble } from './store.ts';

type Settings = OutputOf<typeof readCamBackSettings>;

let settings: Settings | null = null;
/** Identifies an opening, so that a camera that comes too late is closed at once. */
let opening = 0;

/** Of the last preview. */
export const camBackSettings = (): Settings | null => settings;

const refusals: Partial<Record<ErrorLabel, CamBackTrouble>> = {
  'badRequest.camBack.tooSoon': 'tooSoon',
  'badRequest.camBack.notHere': 'notHere',
  UNAVAILABLE: 'network',
};

/** What a call was refused with, for the person at the camera. */
export const refusalOf = (error: unknown): CamBackTrouble => refusals[labelOf(error)] ?? 'refused';

/**
 * Opens the camera for its owner's eyes: nothing leaves the browser. Throws 'Camback container not found' without a place
 * to show it (live spec 8); everything else is told in `$camBack`.
 */
export async function openPreview(container: HTMLVideoElement | null): Promise<void> {
  if (!container) {
    $camBack.setKey('trouble', 'container');
    throw new Error('Camback container not found');
  }
  closePreview();
  opening += 1;
  const current = opening;
  $camBack.setKey('trouble', null);
  try {
    settings = await request(readCamBackSettings, { auth: openChat().auth });
    $restEnds.set(Date.now() + settings.restMs);
  } catch (error) {
    if (current === opening) $camBack.setKey('trouble', refusalOf(error));
    return;
  }
  await open(current);
}

async function open(current: number): Promise<void> {
  if (!settings || current !== opening) return;
  if (!canOpenCamera()) {
    $camBack.setKey('trouble', 'unsupported');
    return;
  }
  try {
    const stream = await openCamera($choice.get(), settings.streamSettings);
    if (current !== opening) {
      closeCamera(stream);
      return;
    }
    $camera.set(stream);
    const devices = await listDevices();
    if (current === opening) $devices.set(devices);
  } catch (error) {
    if (current === opening) $camBack.setKey('trouble', deviceTroubleOf(error));
  }
}

/** Another camera, another microphone, or none: the preview shows it at once. */
export async function chooseDevice(change: Partial<Choice>): Promise<void> {
  $choice.set({ ...$choice.get(), ...change });
  closePreview();
  $camBack.setKey('trouble', null);
  opening += 1;
  await open(opening);
}

/** Also ends an opening that waits for the permission. */
export function closePreview(): void {
  opening += 1;
  closeCamera($camera.get());
  $camera.set(null);
}
