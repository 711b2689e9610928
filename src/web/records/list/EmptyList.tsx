import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import type { Right } from '../../../shared/rights.ts';
import { May, useMay } from '../../http/session.client.ts';
import { Button } from '../../ui/display/Button.tsx';
import { EmptyState } from '../../ui/display/Card.tsx';
import { LinkButton, type PlainPath } from '../links.client.ts';

type Props = {
  title: string;
  words?: string | undefined;
  drawing?: ReactNode;
  add: { to: PlainPath; words: string; need: Right };
  narrowed: boolean;
  onClear: () => void;
};

export function EmptyList({ title, words, drawing, add, narrowed, onClear }: Props) {
  const mayAdd = useMay(add.need);
  if (narrowed) {
    return (
      <EmptyState
        title={title}
        words="No results match your search and filters."
        action={
          <>
            <Button onClick={onClear}>Clear filters</Button>
            <May need={add.need}>
              <LinkButton to={add.to} variant="quiet">
                {add.words}
              </LinkButton>
            </May>
          </>
        }
      />
    );
  }
  return (
    <EmptyState
      title={title}
      words={mayAdd && words}
      drawing={drawing}
      action={
        mayAdd && (
          <LinkButton to={add.to} icon={Plus}>
            {add.words}
          </LinkButton>
        )
      }
    />
  );
}
