import type { Token } from './tokens.ts';
import { wordSet } from './word-list.ts';

/** Words that announce a phone number or refer to one. */
const cues = wordSet(`
  bel belt bellen gebeld nummer nummertje nr telefoonnummer telefoon tel mobiel mobieltje gsm sms app appen appje whatsapp
  whatsappen signal telegram bereikbaar bereiken vast handy
  call calling ring number num phone telephone cell cellphone mobile dial text txt landline digits reach handynummer
`);
/** Allowed between a cue and its number. */
const between = wordSet(`
  is was me mij my mijn mn m n op on at the het dit this it its are zijn maar dan even gewoon just now nu s
  dat that en and van of for kan kunt can je you je jij
`);
const REACH = 8;

/** Whether a word near the tokens `first` to `last` marks them as a telephone number. */
export function hasPhoneCue(tokens: readonly Token[], first: number, last: number): boolean {
  return [-1, 1].some((step) => {
    const start = step === 1 ? last : first;
    for (let count = 1; count <= REACH; count += 1) {
      const token = tokens[start + count * step];
      if (!token) return false;
      if (token.kind === 'word' && cues.has(token.text)) return true;
      if (token.kind === 'number' || (token.kind === 'word' && !between.has(token.text))) return false;
      if (token.kind === 'sign' && '?!€$%'.includes(token.text)) return false;
    }
    return false;
  });
}

/** Words that make the number before them an amount. */
export const units = wordSet(`
  credits credit euro euros eur dollar dollars pond usd uur uren hour hours u min mins minuut minuten minute minutes sec
  seconden seconds dag dagen day days week weken weeks maand maanden month months jaar year years keer times x maal procent percent
  graden degrees cm mm m km kg kilo gram meter meters mile miles feet foot ft inch kb mb gb tb px watt w volt punten points
  kusjes kisses views stars mensen people man am pm
`);
