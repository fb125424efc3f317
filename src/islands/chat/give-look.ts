/** Around the button that spends, which stays visible however long the form is. */
export const giveLook = 'stream-give sticky bottom-0 border-t border-t-line bg-surface px-4 py-3';
