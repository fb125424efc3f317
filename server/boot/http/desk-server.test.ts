import { expect, it } from 'vitest';
import { createVariants } from '#server/media/images/variants.ts';
import type { Seller } from '#server/wallet/receipts/receipt-pdf.ts';
import { rawRoutes } from '../routes.ts';
import { onlyDesk, withoutDesk } from './desk-server.ts';

it('serves pictures and films of performers at the desk’s own address, and nothing else of the site', () => {
  const all = rawRoutes(createVariants('nowhere'), {} as Seller);
  const paths = onlyDesk(all).rawRoutes.map(({ path }) => path.split('/')[1] ?? '');
  expect(new Set(paths)).toEqual(new Set(['api', 'images', 'videos']));
  const others = withoutDesk(all).rawRoutes.map(({ path }) => path);
  expect(others.filter((path) => path.startsWith('/api/desk/'))).toEqual([]);
});
