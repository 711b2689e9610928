import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { Button } from '../../ui/display/Button.tsx';
import { EmptyState } from '../../ui/display/Card.tsx';
import { LinkButton, type PlainPath } from '../links.client.ts';

type Props = {
  title: string;
  words: string;
  drawing?: ReactNode;
  /** 'Add an item'. */
  add: { to: PlainPath; words: string };
  /** Whether search or filters are active; `onClear` removes them. */
  narrowed: boolean;
  onClear: () => void;
};

export function EmptyList({ title, words, drawing, add, narrowed, onClear }: Props) {
  if (narrowed) {
    return (
      <EmptyState
        title={title}
        words="No results match your search and filters."
        action={
          <>
            <Button onClick={onClear}>Clear filters</Button>
            <LinkButton to={add.to} variant="quiet">
              {add.words}
            </LinkButton>
          </>
        }
      />
    );
  }
  return (
    <EmptyState
      title={title}
      words={words}
      drawing={drawing}
      action={
        <LinkButton to={add.to} icon={Plus}>
          {add.words}
        </LinkButton>
      }
    />
  );
}
