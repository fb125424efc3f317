import { afterEach, expect, test } from 'vitest';
import { $modal, closeModal, openModal } from './modal.ts';

afterEach(() => closeModal());

test('P2.89 shows one dialog at a time: the next replaces the current one', () => {
  openModal({ type: 'Login' });
  openModal({ type: 'NoCredits', variant: 'stream' });
  expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'stream' });
});

test('closing by type keeps another dialog opened meanwhile', () => {
  openModal({ type: 'Login' });
  openModal({ type: 'Register' });
  closeModal('Login');
  expect($modal.get()).toEqual({ type: 'Register' });
  closeModal('Register');
  expect($modal.get()).toBeNull();
});
