// @ts-check
import { createSocket } from 'node:dgram';
import { mappedAddress, message, readMessage, seal } from '../lib/stun.mjs';
/** @import { Session } from './fake-server.mjs' */

/** Answers connectivity checks of all sessions on one port. @param {Map<string, Session>} sessions @param {(rule: string) => boolean} keeps */
export async function answerChecks(sessions, keeps) {
  const socket = createSocket('udp4');
  socket.on('message', (bytes, from) => {
    const request = readMessage(bytes);
    const [to = ''] = (request.username ?? '').split(':');
    const isFor = (/** @type {Session} */ { ice, former }) =>
      ice.ufrag === to || (!keeps('former-ice') && former.includes(to)) || !keeps('user');
    const session = [...sessions.values()].find((one) => (!one.ended || !keeps('ended')) && isFor(one));
    if (!session) return;
    const isSigned = request.isSignedWith(session.ice.pwd) || session.former.includes(to);
    if (keeps('password') && !isSigned) return;
    const attributes = keeps('mapped') ? [mappedAddress(from.address, from.port)] : [];
    const answer = message(0x0101, request.transaction, ...attributes);
    socket.send(seal(answer, keeps('signed') ? session.ice.pwd : 'x'), from.port, from.address);
  });
  await new Promise((resolve) => socket.bind(0, '127.0.0.1', () => resolve(undefined)));
  return socket;
}
