import { labelOf } from '#contract/errors.ts';
import { HIDDEN_PLACES_MAX, placesIn, wholeCountries } from '#contract/safety/hidden-places.ts';
import * as calls from '#contract/studio/profile-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';
import type { MessageKey } from '../../site/i18n.ts';

interface RefusedPlaces {
  readonly message: MessageKey;
  /** What the field offers instead. */
  readonly typed: string;
}

/** Saves the typed list of places; returns the refusal, null if it was saved. */
export async function setHiddenPlaces(typed: string, options: CallOptions): Promise<RefusedPlaces | null> {
  const places = placesIn(typed);
  if (places === null || places.length > HIDDEN_PLACES_MAX) return { message: 'records.places.wrong', typed };
  try {
    await call(calls.setHiddenPlaces, { places }, options);
    return null;
  } catch (error) {
    const label = labelOf(error);
    if (label === 'badRequest.place.notExists') return { message: 'records.places.unknown', typed };
    if (label !== 'badRequest.place.region') throw error;
    return { message: 'records.places.countriesOnly', typed: wholeCountries(typed) };
  }
}
