/** Reading server-sent events (text/event-stream) from pieces of text that may end anywhere. */

type ServerEvent = { event: string; data: string };

/** Takes the stream piece by piece, and answers the events that are whole by then. */
export function eventReader(): (piece: string) => ServerEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = `${rest}${piece}`.split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.map(parse);
  };
}

function parse(block: string): ServerEvent {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const at = line.indexOf(': ');
      return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  return { event: fields.get('event') ?? 'message', data: fields.get('data') ?? '' };
}
