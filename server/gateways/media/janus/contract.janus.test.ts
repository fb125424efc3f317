import { afterAll, beforeAll } from 'vitest';
import { type OwnJanus, startOwnJanus } from '#server/testing/janus/own-janus.ts';
import { mediaGatewayContract } from '../contract.ts';
import { openJanus } from './testing.ts';

let janus: OwnJanus;
beforeAll(async () => {
  janus = await startOwnJanus();
});
afterAll(() => janus.remove());

mediaGatewayContract('Janus', () => openJanus(janus));
