/** Pages of this browser hear each other on it. */
const CHANNEL = 'tabs';
const answerTo = (question: string): string => `yes: ${question}`;

/** ms; pages of one browser answer within some. */
const ANSWER_WITHIN = 1000;

/** From now on this page hears a question of other tabs; `heard` answers yes, at once or later, or not at all. Returns how to stop. */
export function hearOtherTabs(question: string, heard: (yes: () => void) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const yes = () => channel.postMessage(answerTo(question));
  channel.addEventListener('message', ({ data }) => {
    if (data === question) heard(yes);
  });
  return () => channel.close();
}

/** Whether a page that is still open in this browser says yes within a second. */
export function askOtherTabs(question: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isYes: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(isYes);
    };
    const timer = setTimeout(end, ANSWER_WITHIN, false);
    const stop = listenForYes(question, () => end(true));
  });
}

/** Fulfilled when such a page says yes, however long that takes it. */
export function waitForOtherTab(question: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = listenForYes(question, () => {
      stop();
      resolve();
    });
  });
}

/** Returns how to stop. */
function listenForYes(question: string, heard: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    if (data === answerTo(question)) heard();
  });
  channel.postMessage(question);
  return () => channel.close();
}
