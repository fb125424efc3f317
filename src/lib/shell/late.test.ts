import { afterEach, describe, expect, it } from 'vitest';
import { $drawer, closeDrawer, openDrawer } from './drawer.ts';
import { $late, dropLate, endLate, openLate } from './late.ts';
import { $modal, closeModal, openModal } from './modal.ts';

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
