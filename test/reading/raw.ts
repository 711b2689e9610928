import { connect } from 'node:net';
import type { TestServer } from '../servers/start-server.ts';
import { type Answer, answerOf } from './browser.ts';

/** Sends these head lines, then the chunks of `body` without delay (one byte per character), and reads the response. */
export function exchange(
  server: Pick<TestServer, 'url'>,
  { head, body = [] }: { head: string[]; body?: Iterable<string> },
): Promise<Answer & { sent: number }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    let sent = 0;
    const finish = () => {
      socket.destroy();
      const answer = parse(received);
      if (answer) resolve({ ...answer, sent });
      else reject(new Error(`The connection was closed after: ${received || 'nothing'}`));
    };
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      if (parse(received)) finish();
    });
    // The server may close the connection before everything is sent; only its response matters.
    const closed = new Promise<void>((go) => socket.on('error', () => {}).on('close', go));
    void closed.then(finish);
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    void (async () => {
      for (const chunk of body) {
        if (socket.destroyed) return;
        sent += chunk.length;
        if (!socket.write(chunk, 'latin1')) await Promise.race([closed, new Promise((go) => socket.once('drain', go))]);
      }
    })();
  });
}

function parse(text: string): Answer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [status = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/:\s*/, 2) as [string, string]));
  const rest = text.slice(end + 4);
  const length = headers.get('content-length');
  if (length !== null && rest.length < Number(length)) return undefined;
  if (length === null && !rest.endsWith('0\r\n\r\n')) return undefined;
  const body = length === null ? rest.replace(/^[0-9a-f]+\r\n|\r\n[0-9a-f]+\r\n(?:\r\n)?/gim, '') : rest;
  return answerOf(Number(status.split(' ')[1]), headers, Buffer.from(body, 'latin1'));
}
