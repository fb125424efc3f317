import { afterEach, expect, test } from 'vitest';
import { $modal, closeModal, openModal } from './modal.ts';

afterEach(() => closeModal());

test('one dialog is shown at a time: the next takes the place of the one before', () => {
  openModal({ type: 'Login' });
  openModal({ type: 'NoCredits', variant: 'stream' });
  expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'stream' });
});

test('closing by type leaves another dialog that opened meanwhile', () => {
  openModal({ type: 'Login' });
  openModal({ type: 'Register' });
  closeModal('Login');
  expect($modal.get()).toEqual({ type: 'Register' });
  closeModal('Register');
  expect($modal.get()).toBeNull();
});
