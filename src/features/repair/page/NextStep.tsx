import { useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { May, useLandlord } from '../../../web/http/session.client.ts';
import { LinkButton } from '../../../web/records/links.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { RecordDialog } from '../dialogs/RepairDialog.tsx';
import { STATE_LABELS } from '../listed.ts';
import { PATHS, useMove } from '../repair.client.ts';
import type { RepairRecord } from '../repair.ts';
import type { DialogKind } from '../rules/actions.ts';
import { type Action, actionsOf } from '../rules/actions.ts';
import { sideWords, visit, waitingWords } from '../rules/words.ts';

export function NextStep({ repair }: { repair: RepairRecord }) {
  const { now } = useLandlord();
  const [kind, setKind] = useState<DialogKind>('book');
  const [open, setOpen] = useState(false);
  const actions = actionsOf(repair, now);
  const ask = (chosen: DialogKind) => {
    setKind(chosen);
    setOpen(true);
  };
  return (
    <Card aria-labelledby="next-step">
      <CardHead id="next-step" title="Next step">
        {repair.waitsFor && (repair.state === 'quoting' ? waitingWords(repair) : sideWords(repair))}
      </CardHead>
      <div className="flex flex-col gap-3 px-5 py-4 max-md:px-4">
        <Now repair={repair} />
        <May need={PATHS.change}>
          {actions.length > 0 && (
            <div className="flex flex-wrap gap-2">
              {actions.map((action, place) => (
                <ActionButton
                  key={action.words}
                  repair={repair}
                  action={action}
                  first={place === 0 && repair.state !== 'quoting'}
                  onAsk={ask}
                />
              ))}
            </div>
          )}
          {repair.state === 'closed' && actions.length === 0 && (
            <LinkButton
              to={PATHS.add}
              search={{
                previousId: repair.id,
                ...(repair.propertyId && { propertyId: repair.propertyId }),
                ...(repair.tenant && { tenantId: repair.tenant.id }),
              }}
            >
              Report it again
            </LinkButton>
          )}
        </May>
      </div>
      <RecordDialog repair={repair} kind={kind} open={open} onOpenChange={setOpen} />
    </Card>
  );
}

/** The visit, the proposed time, or the reason why the repair is on hold or declined. */
function Now({ repair }: { repair: RepairRecord }) {
  const { state, stateReason, bookedFrom, bookedUntil, proposed, heldUntil, supplier } = repair;
  const booked = state === 'booked' && bookedFrom && bookedUntil && visit(bookedFrom, bookedUntil);
  const lines = [
    booked && `Visit: ${booked}${supplier ? `, ${supplier.name}` : ''}`,
    proposed && `${PROPOSED[proposed.by]}: ${visit(proposed.from, proposed.until)}`,
    stateReason && `${STATE_LABELS[state]}: ${stateReason}`,
    heldUntil && `Until ${formatDay(heldUntil)}`,
  ].flatMap((line) => line || []);
  if (lines.length === 0) return null;
  return (
    <ul>
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  );
}

const PROPOSED = {
  landlord: 'You proposed',
  tenant: 'The tenant proposes',
  supplier: 'The supplier proposes',
} as const;

type ButtonProps = {
  repair: RepairRecord;
  action: Action;
  first: boolean;
  onAsk: (kind: DialogKind) => void;
};

function ActionButton({ repair, action, first, onAsk }: ButtonProps) {
  const { mutate: move, isPending } = useMove(repair, 'to' in action ? action.to : 'booked');
  const press = () => {
    if ('kind' in action) return onAsk(action.kind);
    move('from' in action ? { from: action.from, until: action.until } : {});
  };
  return (
    <Button
      variant={first ? 'primary' : 'secondary'}
      size={first ? 'default' : 'small'}
      wide={first}
      busy={isPending ? 'Saving...' : undefined}
      onClick={press}
    >
      {action.words}
    </Button>
  );
}
