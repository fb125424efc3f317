import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  classes,
  Message,
  methods,
  type RTCDtlsTransport,
  RTCPeerConnection,
  type RTCPeerConnectionConfig,
} from 'werift';
import { createTestPeer, type TestPeer, type TestPeerOptions, testCodecs } from '../testing/whip-client.ts';

/** A connection of the library without any fix that answers a test peer. */
export interface PlainAnswerer {
  pc: RTCPeerConnection;
  peer: TestPeer;
  transport: RTCDtlsTransport;
  answer: string;
  close(): Promise<void>;
}

interface PlainOptions {
  peer?: Partial<TestPeerOptions>;
  config?: Partial<RTCPeerConnectionConfig>;
  /** Called before the transport of the answerer starts. */
  prepare?: (transport: RTCDtlsTransport) => void;
}

/** Answers the offer of a test peer; the peer does not get the answer. */
export async function answerPlainly(options: PlainOptions = {}): Promise<PlainAnswerer> {
  const peer = await createTestPeer({ direction: 'sendonly', ...options.peer });
  const pc = new RTCPeerConnection({
    codecs: testCodecs('VP8'),
    iceServers: [],
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
    bundlePolicy: 'max-bundle',
    ...options.config,
  });
  await pc.setRemoteDescription({ type: 'offer', sdp: peer.offer });
  const [transport] = pc.dtlsTransports;
  if (!transport) throw new Error('The offer has no transport');
  transport.role = 'server';
  options.prepare?.(transport);
  await pc.setLocalDescription(await pc.createAnswer());
  return {
    pc,
    peer,
    transport,
    answer: pc.localDescription?.sdp ?? '',
    close: async () => {
      await Promise.all([pc.close(), peer.close()]);
    },
  };
}

/** Whether `done` becomes true within `ms`. */
export async function within(ms: number, done: () => boolean): Promise<boolean> {
  // biome-ignore lint/plugin/sleeps: asks again until the state is reached
  for (const end = Date.now() + ms; Date.now() < end; await sleep(10)) if (done()) return true;
  return done();
}

/** Whether an answerer answers a binding request with these credentials. */
export async function answersCheck(
  { pc }: PlainAnswerer,
  { username, password }: { username: string; password: string },
): Promise<boolean> {
  const candidate = pc.iceTransports[0]?.connection.localCandidates.find(({ host }) => host === '127.0.0.1');
  if (!candidate) throw new Error('The answer has no candidate');
  const request = new Message(methods.BINDING, classes.REQUEST, randomBytes(12));
  request
    .setAttribute('USERNAME', username)
    .setAttribute('PRIORITY', 1)
    .setAttribute('ICE-CONTROLLING', 1n)
    .addMessageIntegrity(Buffer.from(password))
    .addFingerprint();
  const socket = createSocket('udp4');
  let answered = false;
  socket.on('message', () => {
    answered = true;
  });
  socket.send(request.bytes, candidate.port, '127.0.0.1');
  await within(500, () => answered);
  socket.close();
  return answered;
}
