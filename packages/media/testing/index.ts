// For tests of a product that uses this package: an encoder and a player in Node, and a separate Janus.
export { patientLimits, until } from '../embedded/sfu/testing.ts';
export { type OwnJanus, startOwnJanus } from './janus/own-janus.ts';
export { type JanusPlayer, playJanus } from './janus/player.ts';
export {
  collectPackets,
  createEncoder,
  createTestPeer,
  mediaRequest,
  type TestCodec,
  type TestPeer,
} from './whip-client.ts';
