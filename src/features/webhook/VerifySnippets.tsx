/** Code with which a receiver verifies a signature. A test runs the same code. */
import { useState } from 'react';
import { Card } from '../../web/ui/display/Card.tsx';
import { SegmentedControl } from '../../web/ui/table/SegmentedControl.tsx';
import node from './snippets/node.txt?raw';
import python from './snippets/python.txt?raw';

const OPTIONS = [
  { value: 'node', label: 'Node' },
  { value: 'python', label: 'Python' },
] as const;
type Language = (typeof OPTIONS)[number]['value'];
const CODE: Record<Language, string> = { node, python };

export function VerifySnippets() {
  const [language, setLanguage] = useState<Language>('node');
  return (
    <section aria-labelledby="verify" className="mt-6">
      <h3 id="verify" className="mb-1 text-m tracking-normal">
        Check a signature
      </h3>
      <p className="mb-3 text-s text-ink-2">
        Each message is signed as in Standard Webhooks 1.0. Check it before you trust a message, and ignore ids you have
        already received.
      </p>
      <Card pad>
        <SegmentedControl
          legend="Language"
          options={OPTIONS}
          value={language}
          onChange={setLanguage}
          className="mb-3"
        />
        <pre className="rounded-control border border-line bg-sunken p-3 text-s wrap-anywhere whitespace-pre-wrap">
          <code>{CODE[language]}</code>
        </pre>
      </Card>
    </section>
  );
}
