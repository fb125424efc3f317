import { atom } from 'nanostores';
import { memberParty } from './member-party.ts';
import type { MessagingParty } from './messaging-party.ts';

/** The member, except on the pages of the studio. */
export const $party = atom<MessagingParty>(memberParty);
