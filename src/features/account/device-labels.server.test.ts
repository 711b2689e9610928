/** How a browser is called on the list of sessions. */
import { describe, expect, it } from 'vitest';
import { deviceWords } from './device-labels.server.ts';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';

describe('a browser', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/126.0.0.0`, 'Microsoft Edge on Windows'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.5 Safari/605.1.15`, 'Safari on macOS'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webkit} Version/17.5 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${webkit} CriOS/126.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPad',
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
  ])('%s', (userAgent, words) => {
    expect(deviceWords(userAgent)).toBe(words);
  });

  it.each([null, '', '-', 'node', '<script>alert(1)</script>', 'x'.repeat(300), '('.repeat(300)])(
    'that says %j is an unknown one',
    (userAgent) => {
      expect(deviceWords(userAgent)).toBe('Unknown browser');
    },
  );
});
