import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../../styles/global.css';
import '../../../styles/utilities.css';
import { render } from '../../testing/render.ts';
import { Button } from './Button.tsx';

it('keeps its name while it is busy', async () => {
  await render(<Button busy>Send</Button>);
  await expect.element(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-busy', 'true');
});
