import { amber } from './live/amber.ts';
import { elena } from './live/elena.ts';
import { femke } from './live/femke.ts';
import { imani } from './live/imani.ts';
import { marlies } from './live/marlies.ts';
import { ruben } from './live/ruben.ts';
import { sofie } from './live/sofie.ts';
import { yara } from './live/yara.ts';
import type { LivePerformer } from './live-performer.ts';

/** Names and characters are fixed: tests, texts and the address book of the demo refer to them. */
export const liveCast: readonly LivePerformer[] = [femke, yara, marlies, elena, amber, imani, sofie, ruben];

/** With which the demo's live performers log in to the studio. */
export const STUDIO_PASSWORD = 'Studio1234';
