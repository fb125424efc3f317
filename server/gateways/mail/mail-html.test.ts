import { expect, it } from 'vitest';
import { mailHtml } from './mail-html.ts';

const content = {
  lang: 'en',
  subject: 'Welcome',
  house: 'Vonk',
  lead: 'Confirm your e-mail address.',
  button: 'Confirm',
  rest: 'The link works once.',
  link: 'https://vonk.example/en/activate?key=abc',
} as const;

it('links to the target by a button and as text', () => {
  const html = mailHtml(content);
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).toMatch(/<a href="https:\/\/vonk\.example\/en\/activate\?key=abc" style="[^"]*">Confirm<\/a>/);
  expect(html).toContain('>https://vonk.example/en/activate?key=abc</p>');
});

it('escapes name, text and link', () => {
  const html = mailHtml({ ...content, house: 'Fire & <Co>', link: 'https://vonk.example/?a="b"&c=1' });
  expect(html).toContain('>Fire &amp; &lt;Co&gt;</p>');
  expect(html).toContain('href="https://vonk.example/?a=&quot;b&quot;&amp;c=1"');
});

it('ends with an unsubscribe link if there is one', () => {
  const stop = { text: 'Stop these mails', link: 'https://vonk.example/stop?key="a"' };
  const html = mailHtml({ ...content, stop });
  expect(html).toMatch(
    /<a href="https:\/\/vonk\.example\/stop\?key=&quot;a&quot;" [^>]*>Stop these mails<\/a>/,
  );
  expect(mailHtml(content)).not.toContain('Stop');
});
