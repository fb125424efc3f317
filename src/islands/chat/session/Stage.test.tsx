import { renderToReadableStream } from 'react-dom/server';
import { expect, it } from 'vitest';
import { nl } from '#content/messages/nl.ts';
import { MessagesProvider } from '../../ui/Messages.tsx';
import { Stage } from './Stage.tsx';

it.each(['busy', 'paused', 'offline', 'paid', 'register'] as const)(
  'the card of a performer who is %s is whole as the server renders it: nothing follows by a script in the page',
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
