import { createHmac } from 'node:crypto';
import type { Config } from '#server/config/config.ts';

/**
 * Recognizes a text, such as an e-mail address, without storing it: without the secret its hash does not reveal it. The
 * same text has another hash for another purpose. Stored hashes depend on the purpose: keep its name.
 */
export const keyedHash = ({ secret }: Pick<Config, 'secret'>, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('hex');
