import {
  type CredentialError,
  foldPassword,
  type PasswordPolicy,
  passwordLengths,
} from './account/credentials.ts';

const list = `
  000000 111111 112233 121212 123123 123321 1234 12345 123456 1234567 12345678 123456789 1234567890 123abc
  123qwe 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 654321 666666 777777 888888 987654321 aa123456 aaaaaa abc123
  abc12345 abcd1234 abcdef1 admin1 admin123 admin1234 ajax1900 ajax2020 alles123 amsterdam1 amsterdam020
  asdasd123 asdf1234 asdfgh1 asdfghjk azerty1 azerty123 baseball1 batman1 bonjour1 charlie1 computer1 daniel1
  dragon1 dragon123 feyenoord1 feyenoord1908 football1 freedom1 geheim1 geheim12 geheim123 hallo1 hallo12
  hallo123 hallo1234 hello1 hello123 iloveyou iloveyou1 jordan23 killer1 letmein1 letmein123 lol123 lol12345
  love123 lovely1 master1 michael1 monkey1 monkey123 mustang1 naruto1 nederland1 ninja1 p4ssw0rd p@ssw0rd
  p@ssword1 pass123 pass1234 passw0rd passw0rd1 password password0 password1 password12 password123
  password1234 pokemon1 princess1 psv1913 q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx123 qwe123 qwer1234 qwert1
  qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop rotterdam1 rotterdam010 samsung1 secret1
  secret123 shadow1 soccer1 starwars1 summer1 summer123 sunshine sunshine1 superman1 test123 test1234
  trustno1 voetbal1 wachtwoord wachtwoord1 wachtwoord12 wachtwoord123 welcome1 welcome12 welcome123 welkom01
  welkom1 welkom12 welkom123 welkom1234 whatever1 winter123 zaq12wsx zomer123 zxcvbnm1
`;

/** Lower case; refused under every policy. A short list, because browsers load it: the server's is longer. */
const commonPasswords: ReadonlySet<string> = new Set(list.trim().split(/\s+/));

type PasswordCheck = 'length' | 'number' | 'letter' | 'noSpaces';

/** The policy's rules for a new password, and which of them it meets; shown while it is typed. */
export function passwordChecks(
  typed: string,
  policy: PasswordPolicy,
): readonly { readonly check: PasswordCheck; readonly isKept: boolean }[] {
  const password = foldPassword(typed);
  const { min, max } = passwordLengths[policy];
  const length = [...password].length;
  const checks = [{ check: 'length', isKept: length >= min && length <= max }] as const;
  if (policy === 'asvs') return checks;
  return [
    ...checks,
    { check: 'number', isKept: /\d/.test(password) },
    { check: 'letter', isKept: /\p{L}/u.test(password) },
    { check: 'noSpaces', isKept: password !== '' && !/\s/.test(password) },
  ];
}

/** Null if the password is accepted. */
export function refusePassword(typed: string, policy: PasswordPolicy): CredentialError | null {
  const password = foldPassword(typed);
  const { min, max } = passwordLengths[policy];
  const length = [...password].length;
  if (length === 0) return 'registration.error.password_required';
  if (length < min) return 'registration.error.password_minlength';
  if (length > max) return 'registration.error.password_maxlength';
  if (policy !== 'asvs') {
    if (!/\d/.test(password)) return 'registration.error.password_no_numbers';
    if (!/\p{L}/u.test(password)) return 'registration.error.password_no_letters';
    if (/\s/.test(password)) return 'registration.error.password_no_whitespace';
  }
  if (policy === 'spec') return null;
  return commonPasswords.has(password.toLowerCase()) ? 'registration.error.password_common' : null;
}
