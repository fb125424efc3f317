import { createHmac } from 'node:crypto';
import type { Config } from '#server/config/config.ts';

/**
 * Recognizes a text, such as an e-mail address, without storing it: the hash reveals nothing without the secret.
 * Stored hashes depend on the purpose: never rename it.
 */
export const keyedHash = ({ secret }: Pick<Config, 'secret'>, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('hex');
