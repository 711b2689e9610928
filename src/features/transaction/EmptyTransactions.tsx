/** The list when it is empty: nothing entered yet, or nothing that matches. */
import Plus from 'lucide-react/icons/plus';
import { LinkButton } from '../../web/records/links.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { EmptyState } from '../../web/ui/display/EmptyState.tsx';

type Props = { narrowed: boolean; onAdd: () => void; onClear: () => void };

const TITLE = 'No transactions found';

export function EmptyTransactions({ narrowed, onAdd, onClear }: Props) {
  if (narrowed) {
    return (
      <EmptyState
        title={TITLE}
        words="Nothing matches your search and filters."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={TITLE}
      words="Start with what a property has cost: a repair, an insurance premium, a bill. Each becomes a row here, and the figures above add up by themselves."
      action={
        <>
          <Button icon={Plus} onClick={onAdd}>
            Add an expense
          </Button>
          <LinkButton to="/dashboard/finance" search={{ tab: 'accounts' }} variant="quiet">
            Connect a bank
          </LinkButton>
        </>
      }
    />
  );
}
