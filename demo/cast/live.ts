import { amber } from './live/amber.ts';
import { elena } from './live/elena.ts';
import { femke } from './live/femke.ts';
import { imani } from './live/imani.ts';
import { marlies } from './live/marlies.ts';
import { ruben } from './live/ruben.ts';
import { sofie } from './live/sofie.ts';
import { yara } from './live/yara.ts';
import type { LivePerformer } from './performer.ts';

/** Fixed, because tests and texts refer to them. */
export const liveCast: readonly LivePerformer[] = [femke, yara, marlies, elena, amber, imani, sofie, ruben];

/** Studio password of the live performers. */
export const STUDIO_PASSWORD = 'Studio1234';
