/** A browser in words, from what it says of itself. */
import Bowser from 'bowser';

/** 'Chrome on Windows', 'Safari on iPhone'; 'Unknown browser' where it says nothing that we know. */
export function deviceWords(userAgent: string | null): string {
  // The parser throws at an empty text.
  const { browser, os, platform } = Bowser.parse(userAgent || '-');
  const name = browser.name || 'Unknown browser';
  const place = platform.model && /^(iPhone|iPad)$/.test(platform.model) ? platform.model : os.name;
  return place ? `${name} on ${place}` : name;
}
