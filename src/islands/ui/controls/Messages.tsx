import { createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import { type MessageTree, type Translator, translator } from '#lib/shell/translate.ts';

const Messages = createContext<Translator>(() => '');

/** Contains only the messages the island was given. */
export function MessagesProvider(props: { messages: MessageTree; locale: string; children: ReactNode }) {
  const { messages, locale, children } = props;
  const translate = useMemo(() => translator(messages, locale), [messages, locale]);
  return <Messages value={translate}>{children}</Messages>;
}

export const useT = (): Translator => useContext(Messages);

/** Children beside siblings: no bare text, as a browser that translates the page replaces React's text nodes. */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined;
