import type { ChatMessage } from '#contract/chat/messages.ts';
import type { Lines, LivePerformer, TextLanguage } from '#demo/cast/performer.ts';

type Topic = keyof Lines | 'bye' | 'camera' | 'photo' | 'welcome' | 'compliment' | 'where' | 'age';

/** Patterns of topics by language; the first match is answered. */
const topics: Record<TextLanguage, readonly (readonly [Topic, RegExp])[]> = {
  nl: [
    ['where', /\b(waar (woon|kom|zit)|welke stad|uit welk)/],
    ['age', /\b(hoe oud|je leeftijd)\b/],
    ['mood', /\b(hoe gaat|hoe is het|alles goed|wat doe je|hoe was je|hoe voel)/],
    ['welcome', /\b(bedankt|dank je|dankjewel|merci)\b/],
    ['bye', /\b(doei|tot (later|ziens|morgen|snel)|welterusten|ik ga|fijne avond)\b/],
    ['hello', /^(hoi|hallo|hey|hé|hee|dag|moi|goede(morgen|middag|navond)|yo)\b/],
    ['compliment', /\b(mooie?|knappe?|prachtig|leuke?|lieve?|geweldig|schattig)\b/],
  ],
  en: [
    ['where', /\b(where (are|do) you|which city|where you live)/],
    ['age', /\b(how old|your age)\b/],
    ['mood', /\b(how are|how is|how's|how was|what are you doing|are you ok)/],
    ['welcome', /\b(thanks|thank you|cheers)\b/],
    ['bye', /\b(bye|see you|good night|i have to go|later)\b/],
    ['hello', /^(hi|hello|hey|good (morning|afternoon|evening)|yo)\b/],
    ['compliment', /\b(beautiful|pretty|lovely|nice|cute|amazing|gorgeous|great)\b/],
  ],
};

/** Lines of the whole cast. */
const common: Record<TextLanguage, Record<Exclude<Topic, keyof Lines>, readonly string[]>> = {
  nl: {
    bye: ['Tot gauw, {name}!', 'Fijne avond nog, {name}.'],
    welcome: ['Graag gedaan!', 'Heel graag, {name}.'],
    compliment: ['Wat lief dat je dat zegt, {name}.', 'Daar krijg ik een kleur van.', 'Dank je, {name}!'],
    camera: ['Hé {name}, ik zie je!', 'Leuk dat je je camera laat zien, {name}.'],
    photo: ['Wat een leuke foto, {name}!', 'Dank je voor de foto, {name}. Heb je er nog een?'],
    where: ['Ik woon in {city}. En jij?', '{city}! Ken je het een beetje?'],
    age: ['Ik ben {age}. En jij?', '{age}, en ik voel me precies zo oud.'],
  },
  en: {
    bye: ['See you soon, {name}!', 'Have a nice evening, {name}.'],
    welcome: ['You are welcome!', 'My pleasure, {name}.'],
    compliment: ['How sweet of you to say, {name}.', 'You are making me blush.', 'Thank you, {name}!'],
    camera: ['Hey {name}, I see you!', 'Nice of you to show your camera, {name}.'],
    photo: ['What a nice photo, {name}!', 'Thank you for the photo, {name}. Do you have another one?'],
    where: ['I live in {city}. And you?', '{city}! Do you know it at all?'],
    age: ['I am {age}. And you?', '{age}, and I feel exactly that old.'],
  },
};

const telltales: Record<TextLanguage, RegExp> = {
  nl: /\b(ik|je|jij|het|een|de|en|niet|wat|hoe|waar|hoi|hallo|dag|mooi|leuk|dank|bedankt|goed|ben|bent|gaat|doei|wel)\b/g,
  en: /\b(i|you|the|a|and|not|what|how|where|hi|hello|nice|thanks|thank|good|am|are|is|do|your|bye|very)\b/g,
};

/** A performer's replies in one room; null if a message needs none. */
export interface Dialogue {
  answer(message: Pick<ChatMessage, 'messageType' | 'sender' | 'message' | 'amount'>): string | null;
  /** For a viewer whose camera was switched on. */
  greetCamera(name: string): string;
  /** For a photo without a text. */
  answerPhoto(name: string): string;
}

/** Replies in character, in the language of the message; repeats a line only after all others have been used. */
export function createDialogue(performer: Pick<LivePerformer, 'age' | 'traits' | 'persona'>): Dialogue {
  const spoken = new Map<string, TextLanguage>();
  const turns = new Map<string, number>();
  const say = (language: TextLanguage, topic: Topic, values: Record<string, string>) => {
    const lines =
      topic in common.nl
        ? common[language][topic as keyof typeof common.nl]
        : performer.persona[language][topic as keyof Lines];
    const key = `${language} ${topic}`;
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    const line = lines[turn % lines.length] ?? '';
    return line.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  };
  return {
    greetCamera: (name) => say(spoken.get(name) ?? 'nl', 'camera', { name }),
    answerPhoto: (name) => say(spoken.get(name) ?? 'nl', 'photo', { name }),
    answer({ messageType, sender, message, amount }) {
      const values = {
        name: sender,
        amount: String(amount ?? ''),
        city: performer.traits.city,
        age: String(performer.age),
      };
      const text = message.toLowerCase().trim();
      const language = languageOf(text) ?? spoken.get(sender) ?? 'nl';
      const isNew = !spoken.has(sender);
      spoken.set(sender, language);
      if (messageType === 'tip' || messageType === 'tip-cybertoy') return say(language, 'thanks', values);
      if (messageType !== 'member') return null;
      const topic = topics[language].find(([, pattern]) => pattern.test(text))?.[0];
      return say(language, topic ?? (isNew ? 'hello' : 'subject'), values);
    },
  };
}

function languageOf(text: string): TextLanguage | null {
  const dutch = text.match(telltales.nl)?.length ?? 0;
  const english = text.match(telltales.en)?.length ?? 0;
  if (dutch === english) return null;
  return dutch > english ? 'nl' : 'en';
}
