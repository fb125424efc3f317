import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { RTCPeerConnection } from 'werift';
import { udpTransports } from '../../werift-fixes/ice.ts';
import type { SfuOptions } from './types.ts';

/**
 * Kernel buffer of one media socket in bytes, for each direction: more than a second of 4 Mbit/s, while this process is
 * busy. The default, 208 KiB, lost two thirds of the packets on a busy machine.
 */
export const mediaBufferBytes = 2 * 1024 * 1024;

function widen(socket: Socket, bytes: number): { receive: number; send: number } {
  socket.setRecvBufferSize(bytes);
  socket.setSendBufferSize(bytes);
  const { platform } = process;
  // Linux doubles the requested size for its own bookkeeping and returns the double.
  const factor = platform === 'linux' ? 2 : 1;
  return { receive: socket.getRecvBufferSize() / factor, send: socket.getSendBufferSize() / factor };
}

/** Enlarges the socket buffers of a connection that has gathered its candidates. */
export function widenBuffers({ iceTransports }: RTCPeerConnection): void {
  for (const { socket } of iceTransports.flatMap(udpTransports)) widen(socket, mediaBufferBytes);
}

/** Logs if the kernel grants less than requested (`net.core.rmem_max`, `net.core.wmem_max`). */
export async function logSmallBuffers(log: SfuOptions['log'], bytes = mediaBufferBytes): Promise<void> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const granted = widen(socket, bytes);
  socket.close();
  if (Math.min(granted.receive, granted.send) < bytes)
    log?.('media.buffers.small', { asked: bytes, ...granted });
}
