import { expect, test } from 'vitest';
import { jsepOfOffer } from './descriptions.ts';

const offer = (rids: string) => `v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=simulcast:send ${rids}\r\n`;

test('tells Janus which layer is the largest if an encoder sends the smallest first', () => {
  expect(jsepOfOffer(offer('low;middle;high'))).toMatchObject({ type: 'offer', rid_order: 'lmh' });
  expect(jsepOfOffer(offer('high;middle;low'))).not.toHaveProperty('rid_order');
  expect(jsepOfOffer('v=0\r\n')).toEqual({ type: 'offer', sdp: 'v=0\r\n' });
});
