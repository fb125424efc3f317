/** Pages of this browser hear each other on it. */
const CHANNEL = 'tabs';
const answerTo = (question: string): string => `yes: ${question}`;

/** ms; pages of one browser answer within some. */
const ANSWER_WITHIN = 1000;

/** From now on this page hears a question of other tabs; `heard` answers yes, at once or later, or not at all. */
export function hearOtherTabs(question: string, heard: (yes: () => void) => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  const yes = () => channel.postMessage(answerTo(question));
  channel.addEventListener('message', ({ data }) => {
    if (data === question) heard(yes);
  });
}

/** Whether a page that is still open in this browser says yes within a second. */
export function askOtherTabs(question: string): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise((resolve) => {
    const end = (isYes: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(isYes);
    };
    const timer = setTimeout(end, ANSWER_WITHIN, false);
    channel.addEventListener('message', ({ data }) => {
      if (data === answerTo(question)) end(true);
    });
    channel.postMessage(question);
  });
}
