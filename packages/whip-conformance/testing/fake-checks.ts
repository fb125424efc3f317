import { createSocket } from 'node:dgram';
import { mappedAddress, message, readMessage, seal } from '../lib/stun.ts';
import type { Session } from './break.ts';

/** Answers the connectivity checks of all sessions on one port. */
export async function answerChecks(sessions: ReadonlyMap<string, Session>, keeps: (rule: string) => boolean) {
  const socket = createSocket('udp4');
  socket.on('message', (bytes, from) => {
    const request = readMessage(bytes);
    const [to = ''] = (request.username ?? '').split(':');
    const isFor = ({ ice, former }: Session) =>
      ice.ufrag === to || (!keeps('former-ice') && former.includes(to)) || !keeps('user');
    const session = [...sessions.values()].find((one) => (!one.ended || !keeps('ended')) && isFor(one));
    if (!session) return;
    const isSigned = request.isSignedWith(session.ice.pwd) || session.former.includes(to);
    if (keeps('password') && !isSigned) return;
    const attributes = keeps('mapped') ? [mappedAddress(from.address, from.port)] : [];
    const answer = message(0x0101, request.transaction, ...attributes);
    socket.send(seal(answer, keeps('signed') ? session.ice.pwd : 'x'), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket;
}
