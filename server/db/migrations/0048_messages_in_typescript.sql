-- What is said in a room is stored, and refused, in TypeScript (decision 0171).
DROP FUNCTION store_chat_messages(integer, text[], text[], text[], text[], text[], integer[], timestamptz[]);
