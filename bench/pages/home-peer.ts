import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The peer: the same bytes from memory. */
const html = readFileSync(process.env['BENCH_HTML'] ?? '');
const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': html.byteLength };

const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(html);
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
