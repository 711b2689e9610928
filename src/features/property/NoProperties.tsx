/** The list when it is empty: nothing entered yet, or nothing that matches. */
import Plus from 'lucide-react/icons/plus';
import { LinkButton } from '../../web/links.client.ts';
import { Button } from '../../web/ui/Button.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { House } from '../../web/ui/House.tsx';

export function NoProperties({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  if (narrowed) {
    return (
      <EmptyState
        title="No properties found"
        words="Nothing matches your search and filters."
        action={
          <>
            <Button onClick={onClear}>Clear filters</Button>
            <LinkButton to="/dashboard/properties/add" variant="quiet">
              Add a property
            </LinkButton>
          </>
        }
      />
    );
  }
  return (
    <EmptyState
      title="No properties found"
      words="Start with an address and the rent. You can change everything later."
      drawing={<House type="terraced" seed="" />}
      action={
        <LinkButton to="/dashboard/properties/add" icon={Plus}>
          Add a property
        </LinkButton>
      }
    />
  );
}
