import type { Locale } from '#contract/locales.ts';
import {
  changeLanguage as changeLanguageCall,
  chooseMails as chooseMailsCall,
  type MailKind,
  showAsTipper as showAsTipperCall,
} from '#contract/member/preferences-calls.ts';
import { call } from '../../api/call.ts';

/** Throws AppError with the server's label. */
export const changeLanguage = (language: Locale): Promise<unknown> => call(changeLanguageCall, { language });

/** Throws AppError with the server's label. */
export const chooseMail = (kind: MailKind, isWanted: boolean): Promise<unknown> =>
  call(chooseMailsCall, { mails: { [kind]: isWanted } });

/** Throws AppError with the server's label. */
export const showAsTipper = (isShown: boolean): Promise<unknown> => call(showAsTipperCall, { isShown });
