import { afterEach, describe, expect, it, test } from 'vitest';
import {
  $drawer,
  $late,
  $modal,
  closeDrawer,
  closeModal,
  dropLate,
  endLate,
  openDrawer,
  openLate,
  openModal,
} from './dialogs.ts';

describe('modal', () => {
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
});

describe('late', () => {
  afterEach(() => {
    closeModal();
    closeDrawer();
  });

  describe('something opened and not shown yet', () => {
    it('is closed when dropped, unless it was already shown', () => {
      openModal({ type: 'Login' });
      dropLate();
      expect($modal.get()).toBeNull();
      openModal({ type: 'Login' });
      endLate(closeModal);
      dropLate();
      expect($modal.get()).toEqual({ type: 'Login' });
    });

    it('is replaced by what opens next, of either kind', () => {
      openModal({ type: 'Login' });
      openDrawer('wallet');
      expect($modal.get()).toBeNull();
      expect($drawer.get()).toBe('wallet');
      openModal({ type: 'Register' });
      expect($modal.get()).toEqual({ type: 'Register' });
      expect($drawer.get()).toBeNull();
    });

    it('stays late when something else is closed', () => {
      openDrawer('wallet');
      closeModal();
      dropLate();
      expect($drawer.get()).toBeNull();
    });

    it('is not late after it was closed', () => {
      openModal({ type: 'Login' });
      closeModal('Register');
      expect($late.get()).not.toBeNull();
      closeModal('Login');
      expect($late.get()).toBeNull();
    });
  });

  describe('openLate', () => {
    const slow = () => Promise.withResolvers<string>();

    it('opens, and is not late any more', async () => {
      const code = slow();
      const opened: string[] = [];
      const done = openLate(code.promise, (part) => opened.push(part));
      expect($late.get()).not.toBeNull();
      code.resolve('viewer');
      await done;
      expect(opened).toEqual(['viewer']);
      expect($late.get()).toBeNull();
    });

    it.each([
      ['it was dropped', dropLate],
      ['something else was opened', () => openModal({ type: 'Login' })],
    ])('does not open when %s meanwhile', async (_, goOn) => {
      const code = slow();
      const opened: string[] = [];
      const done = openLate(code.promise, (part) => opened.push(part));
      goOn();
      code.resolve('viewer');
      await done;
      expect(opened).toEqual([]);
    });

    it('is not late any more when its code cannot be loaded', async () => {
      const code = slow();
      const done = openLate(code.promise, () => {});
      code.reject(new TypeError('Failed to fetch'));
      await expect(done).rejects.toThrow('Failed to fetch');
      expect($late.get()).toBeNull();
    });
  });
});
