import { describe, expect, it } from 'vitest';
import { liveCast } from '#demo/cast.ts';
import { createDialogue } from './dialogue.ts';

const [femke] = liveCast;
if (!femke) throw new Error('The live cast is empty');
const lines = femke.persona;
const filled = (line: string) => line.replaceAll('{name}', 'anna').replaceAll('{amount}', '250');
const oneOf = (options: readonly string[]) => options.map(filled);
const memberMessage = (message: string, sender = 'anna') => ({
  messageType: 'member' as const,
  sender,
  message,
  amount: null,
});
const tip = { messageType: 'tip' as const, sender: 'anna', message: '', amount: 250 };

describe('a performer’s replies', () => {
  it('greet a viewer whose camera was switched on, in the language of the last message', () => {
    const dialogue = createDialogue(femke);
    expect(dialogue.greetCamera('anna')).toBe('Hé anna, ik zie je!');
    dialogue.answer(memberMessage('How are you?'));
    expect(dialogue.greetCamera('anna')).toBe('Hey anna, I see you!');
  });

  it.each([
    ['hoi Femke', oneOf(lines.nl.hello)],
    ['Hello there', oneOf(lines.en.hello)],
    ['hoe gaat het met je?', oneOf(lines.nl.mood)],
    ['How are you?', oneOf(lines.en.mood)],
    ['Waar woon je?', ['Ik woon in Utrecht. En jij?']],
    ['where do you live', ['I live in Utrecht. And you?']],
    ['hoe oud ben je', ['Ik ben 27. En jij?']],
    ['doei!', ['Tot gauw, anna!']],
    ['you are beautiful', ['How sweet of you to say, anna.']],
  ])('answers “%s” on its subject and in its language', (message, answers) => {
    expect(answers).toContain(createDialogue(femke).answer(memberMessage(message)));
  });

  it('keep the visitor’s language if a line does not reveal one', () => {
    const dialogue = createDialogue(femke);
    dialogue.answer(memberMessage('what are you doing'));
    expect(oneOf(lines.en.thanks)).toContain(dialogue.answer(tip));
    expect(oneOf(lines.nl.hello)).toContain(
      dialogue.answer(memberMessage('🙂', 'bert'))?.replace('bert', 'anna'),
    );
  });

  it('greet a new viewer, and continue the topic of a known one', () => {
    const dialogue = createDialogue(femke);
    expect(oneOf(lines.nl.hello)).toContain(dialogue.answer(memberMessage('vanavond regent het')));
    expect(oneOf(lines.nl.subject)).toContain(dialogue.answer(memberMessage('morgen ook')));
  });

  it('thank for a tip by name and amount', () => {
    expect(createDialogue(femke).answer(tip)).toBe('Wat lief, anna! Dank je wel voor 250 credits.');
  });

  it('do not repeat a line at once, and ignore the performer’s own lines and notices', () => {
    const dialogue = createDialogue(femke);
    expect(dialogue.answer(memberMessage('hoe gaat het'))).not.toBe(
      dialogue.answer(memberMessage('hoe gaat het')),
    );
    expect(dialogue.answer({ ...tip, messageType: 'host' })).toBeNull();
    expect(dialogue.answer({ ...tip, messageType: 'notice' })).toBeNull();
  });

  it('have no placeholder left in any line of the live cast', () => {
    for (const performer of liveCast) {
      const dialogue = createDialogue(performer);
      const answers = [
        'hoi',
        'hoe gaat het',
        'waar woon je',
        'hoe oud ben je',
        'regen',
        'zon',
        'hello',
        'how are you',
      ].map((message) => dialogue.answer(memberMessage(message)));
      for (const answer of [...answers, dialogue.answer(tip)]) expect(answer).toMatch(/^[^{}]{4,250}$/);
    }
  });
});
