import { expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';

it.each([
  ['anna@example.com', 'anna@example.com'],
  ['  Anna@Example.COM ', 'anna@example.com'],
  ['anna+vonk@example.com', 'anna@example.com'],
  ['anna+a+b@example.com', 'anna@example.com'],
  ['a.n.n.a@gmail.com', 'anna@gmail.com'],
  ['a.n.n.a+vonk@GoogleMail.com', 'anna@gmail.com'],
  // Dots and other separators tell mailboxes apart elsewhere.
  ['a.n.n.a@example.com', 'a.n.n.a@example.com'],
  ['anna-vonk@example.com', 'anna-vonk@example.com'],
  ['anna@gmail.com.example.com', 'anna@gmail.com.example.com'],
  ['+anna@example.com', '+anna@example.com'],
  ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
])('finds the mailbox of %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
