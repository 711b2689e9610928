/** The first rows of a list that may be long, and a button that shows them all. */
import { type ReactNode, useState } from 'react';
import { Button } from '../display/Button.tsx';
import { Rows } from './Rows.tsx';

const FIRST = 10;

type Props<Item> = { label: string; items: readonly Item[]; children: (item: Item) => ReactNode };

export function FirstRows<Item>({ label, items, children }: Props<Item>) {
  const [all, setAll] = useState(false);
  return (
    <>
      <Rows label={label}>{(all ? items : items.slice(0, FIRST)).map(children)}</Rows>
      {items.length > FIRST && (
        <div className="border-t border-line px-5 py-2 max-md:px-4">
          <Button variant="quiet" size="small" className="-mx-[10px]" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `Show the first ${FIRST}` : `Show all ${items.length.toLocaleString('en-GB')}`}
          </Button>
        </div>
      )}
    </>
  );
}
