/** Events arrive whole, wherever the network cuts them. */
import { describe, expect, it } from 'vitest';
import { eventReader } from './event-frames.ts';

const STREAM =
  'event: hello\ndata: {"landlord":"ada"}\n\nevent: beat\ndata: {}\n\nevent: change\ndata: {"id":": é"}\n\n';
const EVENTS = [
  { event: 'hello', data: '{"landlord":"ada"}' },
  { event: 'beat', data: '{}' },
  { event: 'change', data: '{"id":": é"}' },
];

describe('a stream of events', () => {
  it('is read from one piece', () => {
    expect(eventReader()(STREAM)).toEqual(EVENTS);
  });

  it('is read from pieces of any length', () => {
    for (let length = 1; length < 40; length++) {
      const read = eventReader();
      const pieces = Array.from({ length: Math.ceil(STREAM.length / length) }, (_, index) =>
        STREAM.slice(index * length, (index + 1) * length),
      );
      expect(pieces.flatMap(read)).toEqual(EVENTS);
    }
  });

  it('keeps what is not whole yet', () => {
    const read = eventReader();
    expect(read('event: beat\ndata: {}\n')).toEqual([]);
    expect(read('\nevent')).toEqual([{ event: 'beat', data: '{}' }]);
  });
});
