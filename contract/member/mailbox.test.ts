import { expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';

it.each([
  ['anna@example.com', 'anna@example.com'],
  ['  Anna@Example.COM ', 'anna@example.com'],
  ['anna+vonk@example.com', 'anna@example.com'],
  ['anna+a+b@example.com', 'anna@example.com'],
  ['a.n.n.a@gmail.com', 'anna@gmail.com'],
  ['a.n.n.a+vonk@GoogleMail.com', 'anna@gmail.com'],
  // iCloud, whatever its name was when the account was made.
  ['anna+vonk@me.com', 'anna@icloud.com'],
  ['anna@mac.com', 'anna@icloud.com'],
  ['a.nna@icloud.com', 'a.nna@icloud.com'],
  // Proton: its ProtonMail/WebClients compares addresses so.
  ['a.n-n_a+vonk@protonmail.com', 'anna@proton.me'],
  ['Anna@pm.me', 'anna@proton.me'],
  ['anna@protonmail.ch', 'anna@proton.me'],
  ['an.na+vonk@ya.ru', 'an-na@yandex.com'],
  ['an-na@yandex.com.tr', 'an-na@yandex.com'],
  // Yahoo: each domain has its own names.
  ['anna-vonk@yahoo.com', 'anna@yahoo.com'],
  ['anna-vonk-2+x@yahoo.co.uk', 'anna@yahoo.co.uk'],
  ['anna-vonk@ymail.com', 'anna@ymail.com'],
  ['anna-vonk@rocketmail.com', 'anna@rocketmail.com'],
  ['-anna@yahoo.fr', '-anna@yahoo.fr'],
  ['anna+vonk@fastmail.com', 'anna@fastmail.com'],
  ['vonk@anna.fastmail.com', 'anna@fastmail.com'],
  ['vonk+2@a.anna.fastmail.co.uk', 'anna@fastmail.co.uk'],
  ['vonk@an-na.fastmail.fm', 'an-na@fastmail.fm'],
  ['an_na@fastmail.fm', 'an-na@fastmail.fm'],
  // Outlook: each domain has its own names.
  ['anna+vonk@outlook.com', 'anna@outlook.com'],
  ['an.na+vonk@hotmail.com', 'an.na@hotmail.com'],
  ['anna-vonk@live.nl', 'anna-vonk@live.nl'],
  // Dots and other separators tell mailboxes apart elsewhere.
  ['a.n.n.a@example.com', 'a.n.n.a@example.com'],
  ['anna-vonk@example.com', 'anna-vonk@example.com'],
  ['anna@gmail.com.example.com', 'anna@gmail.com.example.com'],
  ['a.nna@mail.proton.me', 'a.nna@mail.proton.me'],
  ['vonk@anna.myfastmail.com', 'vonk@anna.myfastmail.com'],
  ['anna-vonk@notyahoo.com', 'anna-vonk@notyahoo.com'],
  ['+anna@example.com', '+anna@example.com'],
  ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
])('finds the mailbox of %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
