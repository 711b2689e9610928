/** Search as you type, when what is searched lives in the address: the field follows at once, the address when typing pauses. */
import { useEffect, useState } from 'react';

const PAUSE = 200;

/** The text of the field and its setter. `search` is called with the trimmed text, 200 ms after the last key. */
export function useSearchText(searched: string, search: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(searched);
  const [sent, setSent] = useState(searched);
  // The address was changed by something else (Back, Clear filters): the field follows. Our own changes arrive late and
  // must not take away what has been typed since.
  const [seen, setSeen] = useState(searched);
  if (searched !== seen) {
    setSeen(searched);
    if (searched !== sent) {
      setText(searched);
      setSent(searched);
    }
  }
  useEffect(() => {
    if (text.trim() === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(text.trim());
      search(text.trim());
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, sent, search]);
  return [text, setText];
}
