import { renderToReadableStream } from 'react-dom/server';
import { expect, it } from 'vitest';
import { texts as nl } from '#content/messages/nl.ts';
import { MessagesProvider } from '../../ui/controls/Messages.tsx';
import { Stage } from './Stage.tsx';

it.each(['busy', 'paused', 'offline', 'paid', 'register'] as const)(
  'the card of a performer who is %s is complete when rendered by the server, without an inline script',
  async (offer) => {
    const page = await renderToReadableStream(
      <MessagesProvider locale="nl" messages={nl}>
        <Stage offer={offer} name="Vera" profileHref="/profile/Vera" related={null} />
      </MessagesProvider>,
    );
    const html = await new Response(page).text();
    expect(html).toContain('Vera');
    expect(html).not.toContain('<script');
  },
);

it('renders on the server what a returning member has already paid', async () => {
  const rests = [{ mode: 'chat', leftMs: 34_500, keptMs: 200_000 }] as const;
  const page = await renderToReadableStream(
    <MessagesProvider locale="nl" messages={nl}>
      <Stage offer="paid" name="Vera" profileHref="/profile/Vera" related={null} rests={rests} />
    </MessagesProvider>,
  );
  expect(await new Response(page).text()).toContain('Ga verder, 00:34 al betaald');
});
