/*
 * werift 0.25.2
 *
 * Symptom: no option sets the kernel buffers of media sockets, and `Connection.protocols` is private. At the default
 * of 208 KiB Linux drops packets when the process is busy for a moment.
 *
 * Report to file upstream:
 *   Title: No way to set SO_RCVBUF and SO_SNDBUF of ICE sockets
 *   Publish 4 Mbit/s to an RTCPeerConnection in Node, block the event loop for 500 ms, and read RcvbufErrors in
 *   /proc/net/snmp: it grows. Please pass options to dgram's createSocket (`recvBufferSize`, `sendBufferSize`) from the
 *   configuration, or give read access to the UDP transports of a connection.
 */
import { type RTCIceTransport, StunProtocol, type UdpTransport } from 'werift';

/** The open UDP transports of a connection that has gathered its candidates. */
export function udpTransports({ connection }: RTCIceTransport): UdpTransport[] {
  const protocols: unknown = Reflect.get(connection, 'protocols');
  if (!Array.isArray(protocols)) return [];
  return protocols.flatMap((protocol: unknown) =>
    protocol instanceof StunProtocol && !protocol.transport.closed ? [protocol.transport] : [],
  );
}
