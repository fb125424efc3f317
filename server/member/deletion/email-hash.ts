import { createHmac } from 'node:crypto';
import type { Config } from '#server/config/config.ts';

/** Recognises the e-mail address of a deleted account without storing it. */
export const deletedEmailHash = ({ secret }: Pick<Config, 'secret'>, emailFolded: string): string =>
  createHmac('sha256', secret).update(`deleted\n${emailFolded}`).digest('hex');
