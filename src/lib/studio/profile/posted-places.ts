import { HIDDEN_PLACES_MAX, placesIn } from '#contract/safety/hidden-places.ts';
import * as calls from '#contract/studio/profile-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';
import type { MessageKey } from '../../site/i18n.ts';

/** Saves the typed list of places; returns the message key of a refusal, null if it was saved. */
export async function setHiddenPlaces(text: string, options: CallOptions): Promise<MessageKey | null> {
  const places = placesIn(text);
  if (places === null || places.length > HIDDEN_PLACES_MAX) return 'records.places.wrong';
  await call(calls.setHiddenPlaces, { places }, options);
  return null;
}
