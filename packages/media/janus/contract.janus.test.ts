import { afterAll, beforeAll } from 'vitest';
import { mediaGatewayContract } from '../testing/gateway-contract.ts';
import { type OwnJanus, startOwnJanus } from '../testing/janus/own-janus.ts';
import { openJanus } from './testing.ts';

let janus: OwnJanus;
beforeAll(async () => {
  janus = await startOwnJanus();
});
afterAll(() => janus.remove());

mediaGatewayContract('Janus', () => openJanus(janus));
