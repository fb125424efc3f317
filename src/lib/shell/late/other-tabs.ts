/** Channel between the pages of this browser. */
const CHANNEL = 'tabs';
const answerTo = (question: string): string => `yes: ${question}`;

/** ms; pages of one browser usually answer within a few. */
const ANSWER_WITHIN = 1000;

/** Listens to a question of other tabs; `heard` may answer yes at once, later, or never. Returns a stop function. */
export function hearOtherTabs(question: string, heard: (yes: () => void) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const yes = () => channel.postMessage(answerTo(question));
  channel.addEventListener('message', ({ data }) => {
    if (data === question) heard(yes);
  });
  return () => channel.close();
}

/** Whether another open page of this browser answers yes within a second. */
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

/** Resolves when another page answers yes, without a time limit. */
export function waitForOtherTab(question: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = listenForYes(question, () => {
      stop();
      resolve();
    });
  });
}

/** Returns a stop function. */
function listenForYes(question: string, heard: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    if (data === answerTo(question)) heard();
  });
  channel.postMessage(question);
  return () => channel.close();
}
