import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { AddressRefused } from '#server/ports/gateways.ts';
import { smtpMail } from './smtp.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

/** A mail server that accepts everything except lines with the refused text. */
async function mailServer(
  refused?: string,
  reply = '550 no such mailbox',
): Promise<{ url: string; lines: string[] }> {
  const lines: string[] = [];
  server = createServer((socket) => {
    let data = false;
    const say = (line: string) => void socket.write(`${line}\r\n`);
    say('220 ready');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        lines.push(line);
        if (data) {
          if (line !== '.') continue;
          data = false;
          say('250 taken');
        } else if (line === 'DATA') {
          data = true;
          say('354 go on');
        } else {
          say(refused && line.includes(refused) ? reply : '250 fine');
        }
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, lines };
}

const from = 'Vonk <noreply@vonk.example>';
const replyTo = 'support@vonk.example';
const mail = {
  id: 'mail-1',
  to: 'anna@example.com',
  subject: 'Hello',
  text: 'Plain words',
  html: '<p>Plain words</p>',
};

it('sends a mail as text and HTML, with an id that stays the same for a retry', async () => {
  const { url, lines } = await mailServer();
  await smtpMail({ url, from, replyTo, requireTls: false }).send(mail);
  const sent = lines.join('\n');
  expect(sent).toContain('RCPT TO:<anna@example.com>');
  expect(sent).toContain('Reply-To: support@vonk.example');
  expect(sent).toContain('Message-ID: <mail-1@vonk.example>');
  expect(sent).toContain('text/plain');
  expect(sent).toContain('text/html');
});

it('sends an attachment', async () => {
  const { url, lines } = await mailServer();
  const content = Buffer.from('%PDF-1.7').toString('base64');
  const attachments = [{ filename: 'vonk-2026-000001.pdf', contentType: 'application/pdf', content }];
  await smtpMail({ url, from, replyTo, requireTls: false }).send({ ...mail, attachments });
  const sent = lines.join('\n');
  for (const part of ['Content-Type: application/pdf', 'filename=vonk-2026-000001.pdf', content])
    expect(sent).toContain(part);
});

it('throws if the mail was not accepted', async () => {
  const { url } = await mailServer('anna@example.com');
  await expect(smtpMail({ url, from, replyTo, requireTls: false }).send(mail)).rejects.toThrow('550');
});

describe('a refusal', () => {
  const refusal = async (line: string, reply: string): Promise<unknown> => {
    const { url } = await mailServer(line, reply);
    return smtpMail({ url, from, replyTo, requireTls: false })
      .send(mail)
      .catch((error: unknown) => error);
  };

  it.each([
    '550 5.1.1 <anna@example.com>: unknown',
    '550-5.1.1 The account does not exist.\r\n550 5.1.1 See our help',
    '553 5.1.3 bad syntax',
    '550 5.1.2 no such domain',
    '556 5.1.10 the domain accepts no mail',
  ])('of the recipient is final: %s', async (reply) => {
    expect(await refusal('RCPT TO', reply)).toBeInstanceOf(AddressRefused);
  });

  it.each([
    ['RCPT TO', '550 no such mailbox'],
    ['RCPT TO', '450 4.1.1 greylisted'],
    ['RCPT TO', '550 5.7.1 relaying denied'],
    ['RCPT TO', '552 5.2.2 mailbox full'],
    ['RCPT TO', '550 5.1.0 <noreply@vonk.example>: sender address rejected'],
    ['MAIL FROM', '550 5.1.1 <noreply@vonk.example>: sender address rejected'],
    ['MAIL FROM', '553 5.1.3 bad syntax'],
    ['MAIL FROM', '550 5.1.2 no such domain'],
    ['MAIL FROM', '553 5.1.8 no such sender'],
    ['MAIL FROM', '553 5.1.7 bad sender'],
  ])('of something else is not (%s: %s)', async (line, reply) => {
    const error = await refusal(line, reply);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(AddressRefused);
  });
});

it('sends nothing to a server without TLS if TLS is required', async () => {
  const { url, lines } = await mailServer();
  await expect(smtpMail({ url, from, replyTo, requireTls: true }).send(mail)).rejects.toThrow();
  expect(lines.some((line) => line.startsWith('RCPT'))).toBe(false);
});

it('is found to work without sending a mail', async () => {
  const { url, lines } = await mailServer();
  await expect(smtpMail({ url, from, replyTo, requireTls: false }).check()).resolves.toBeUndefined();
  expect(lines.some((line) => line.startsWith('MAIL'))).toBe(false);
});

it('is found not to work without a mail server', async () => {
  const { url } = await mailServer();
  server?.close();
  await expect(smtpMail({ url, from, replyTo, requireTls: false }).check()).rejects.toThrow('ECONNREFUSED');
});

it('adds one-click unsubscribe headers only to mails that can be stopped', async () => {
  const stop = 'https://vonk.example/activate/stop?key=abc';
  const { url, lines } = await mailServer();
  await smtpMail({ url, from, replyTo, requireTls: false }).send({ ...mail, stop });
  const sent = lines.join('\n').replace(/\n\s+/g, ' ');
  expect(sent).toContain(`List-Unsubscribe: <${stop}>`);
  expect(sent).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  server?.close();
  const other = await mailServer();
  await smtpMail({ url: other.url, from, replyTo, requireTls: false }).send(mail);
  expect(other.lines.join('\n')).not.toContain('List-Unsubscribe');
});
