import { createHmac } from 'node:crypto';
import type { Config } from '#server/config/config.ts';

/** Tells later whether a login names a deleted account, without keeping the address. */
export const deletedEmailHash = ({ secret }: Pick<Config, 'secret'>, emailFolded: string): string =>
  createHmac('sha256', secret).update(`deleted\n${emailFolded}`).digest('hex');
