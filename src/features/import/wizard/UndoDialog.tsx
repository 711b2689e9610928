import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSingleFlight } from '../../../web/http/single-flight.client.ts';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { screenHeading } from '../../../web/ui/display/PageHead.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { ConfirmDialog } from '../../../web/ui/overlay/Dialog.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { undoImport, useUndoPreview } from '../import.client.ts';
import type { ImportSummary } from '../import.ts';
import { undoLine } from '../words.ts';

type Props = {
  file: Pick<ImportSummary, 'id' | 'name'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function UndoDialog({ file, open, onOpenChange }: Props) {
  const { data, error } = useUndoPreview(file.id, open);
  const [also, setAlso] = useState<readonly string[]>([]);
  const [all, setAll] = useState(false);
  const navigate = useNavigate();
  const { mutate } = useMutation({
    ...undoImport(file.id),
    onSuccess: () => void toast.success(`The import of ${file.name} is undone`),
  });
  const undo = useSingleFlight(mutate);
  /** The import's page shows the progress. */
  const start = () => {
    undo({ all, also: all ? [] : [...also] });
    onOpenChange(false);
    void navigate({ to: '/dashboard/import/$id', params: { id: file.id } });
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Undo the import of ${file.name}?`}
      question={data ? undoLine(data) : (error?.message ?? 'Counting records...')}
      confirm="Undo import"
      waiting={data ? undefined : 'Counting...'}
      finalFocus={screenHeading}
      onConfirm={start}
    >
      {data && data.sinceCount > 0 && (
        <Banner tone="amber">
          <p className="font-bold">
            {data.sinceCount === 1
              ? '1 record was changed since and stays:'
              : `${data.sinceCount.toLocaleString('en-GB')} records were changed since and stay:`}
          </p>
          <ul className="mt-2 grid max-h-60 gap-2 overflow-y-auto">
            {data.since.map(({ id, label, change, why }) => (
              <li key={id}>
                <Checkbox
                  checked={all || also.includes(id)}
                  disabled={all}
                  label={`${change === 'added' ? 'Remove' : 'Restore'} ${label} (${why})`}
                  onChange={({ currentTarget: { checked } }) =>
                    setAlso((now) => (checked ? [...now, id] : now.filter((one) => one !== id)))
                  }
                />
              </li>
            ))}
          </ul>
          {data.sinceCount > 1 && (
            <Checkbox
              className="mt-3"
              label={`All ${data.sinceCount.toLocaleString('en-GB')} records`}
              checked={all}
              onChange={({ currentTarget: { checked } }) => setAll(checked)}
            />
          )}
        </Banner>
      )}
    </ConfirmDialog>
  );
}
