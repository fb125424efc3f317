import { expect, test } from 'vitest';
import { readTrickled } from './fragment.ts';

const host = 'candidate:1 1 udp 2122260223 192.0.2.7 50000 typ host';
const relay = 'candidate:2 1 UDP 41885439 2001:db8::1 50001 typ relay raddr 192.0.2.7 rport 50000';

test('reads the candidates of all sections once, and their end', () => {
  const section = ['m=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:0', `a=${host}`, `a=${relay}`];
  const fragment = [...section, ...section, 'a=end-of-candidates', ''].join('\r\n');
  expect(readTrickled(fragment)).toEqual({ candidates: [host, relay], isComplete: true });
});

test('leaves out invalid and unusable candidates', () => {
  const lines = [
    'candidate:3 1 tcp 1518280447 192.0.2.1 9 typ host tcptype active',
    'candidate:4 1 udp 2122260223 0f1e2d3c.local 50002 typ host',
    'candidate:5 1 udp 2122260223 192.0.2.1 50003 typ x-new',
    `candidate:6 1 udp 2122260223 192.0.2.1 50003 typ host ${'x'.repeat(300)}`,
    'candidate:7 1 udp 1 192.0.2.1 50003 typ host "quoted"',
  ];
  expect(readTrickled(lines.map((line) => `a=${line}`).join('\r\n'))).toEqual({
    candidates: [],
    isComplete: false,
  });
});

test('reads at most thirty candidates of a fragment', () => {
  const many = Array.from({ length: 40 }, (_, id) => `a=candidate:${id} 1 udp 1 192.0.2.1 5000 typ host`);
  expect(readTrickled(many.join('\r\n')).candidates).toHaveLength(30);
});
