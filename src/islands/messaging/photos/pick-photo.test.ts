import { expect, it } from 'vitest';
import { $modal } from '#lib/shell/start/dialogs.ts';
import { $session } from '#lib/shell/start/session.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { pickPhoto } from './pick-photo.ts';

it('opens the picker if a message can be paid, else the dialog about missing credits', () => {
  $session.set({
    status: 'member',
    username: 'anna',
    capName: 'Anna',
    email: 'anna@example.com',
    lander: '',
    endUserText: '',
    verified: true,
    emailRefused: false,
  });
  $wallet.setKey('credits', 600);
  pickPhoto({ recipient: 2 });
  expect($modal.get()).toEqual({ type: 'Photo', recipient: 2, file: null });
  $wallet.setKey('credits', 59);
  pickPhoto({ recipient: 2 });
  expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'messaging' });
});
