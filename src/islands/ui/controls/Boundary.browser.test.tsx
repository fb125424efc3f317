import { lazy, Suspense } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.ts';
import { Boundary } from './Boundary.tsx';
import '../../../styles/global.css';
import '../../../styles/utilities.css';
import { Button } from './Button.tsx';

// The page has just been reloaded because of this part, so it does not reload again.
beforeEach(() => sessionStorage.setItem('chunk_reload', String(Date.now())));

const missing = new TypeError('Failed to fetch dynamically imported module: /_astro/Part.js');
const Missing = lazy(() => Promise.reject(missing));
const Broken = () => {
  throw new Error('nothing to show');
};

it.each([
  ['cannot be loaded', <Missing key="missing" />, missing],
  ['cannot be rendered', <Broken key="broken" />, new Error('nothing to show')],
])('P8.22 a part that %s is logged and renders nothing, and the rest stays', async (_, part, error) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const onFailed = vi.fn();
  await render(
    <>
      <p>before</p>
      <Boundary onFailed={onFailed}>
        <Suspense fallback={<p>loading</p>}>
          <p>inside</p>
          {part}
        </Suspense>
      </Boundary>
      <p>after</p>
    </>,
  );
  await expect.poll(() => onFailed.mock.calls.length).toBe(1);
  await expect.element(page.getByText('before')).toBeVisible();
  await expect.element(page.getByText('after')).toBeVisible();
  await expect.element(page.getByText('inside')).not.toBeInTheDocument();
  await expect.element(page.getByText('loading')).not.toBeInTheDocument();
  expect(logged.mock.calls.flat()).toContainEqual(error);
});

it('keeps its name while it is busy', async () => {
  await render(<Button busy>Send</Button>);
  await expect.element(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-busy', 'true');
});
