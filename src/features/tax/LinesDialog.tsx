/** Changes the tax lines of categories, and adds the landlord's own categories. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Skeleton } from '../../web/ui/display/Loading.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { Select, TextInput } from '../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../web/ui/overlay/Dialog.tsx';
import { DialogBody } from '../../web/ui/overlay/DialogBody.tsx';
import { Row, Rows } from '../../web/ui/table/Rows.tsx';
import { categoriesQuery } from '../transaction/categories.client.ts';
import { categoryLabel } from '../transaction/labels.ts';
import { TAX_LINE_IDS, type TaxLine } from '../transaction/listed.ts';
import { lineLabel, TAX_LINES } from './rules/lines.ts';
import { useChooseLine } from './tax.client.ts';
import { TaxCategoryPath } from './tax.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const OPTIONS = TAX_LINE_IDS.map((value) => ({ value, label: lineLabel(value) }));

export function LinesDialog({ open, onOpenChange }: Props) {
  const { data, error } = useQuery({ ...categoriesQuery, enabled: open });
  const { mutate: choose, isPending } = useChooseLine();
  const mayChange = useMay('tax.change');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Categories and tax lines"
      description="A transaction has the tax line of its category, unless you choose another one for it."
    >
      <DialogBody className="flex flex-col gap-5">
        {!data && !error && <Skeleton className="h-64 w-full" />}
        {!data && error && <p role="alert">{`We could not load the categories. ${error.message}`}</p>}
        {data && (
          <div className="rounded-card border border-line">
            <Rows label="Categories">
              {data.map(({ category, own, line, defaultLine }) => (
                <Row
                  key={category}
                  line={own ? 'Your own' : line !== defaultLine && `Usually ${TAX_LINES[defaultLine].label}`}
                  end={
                    <Select
                      aria-label={`Tax line of ${categoryLabel(category)}`}
                      className="w-[240px] max-md:w-[180px]"
                      disabled={!mayChange || isPending}
                      options={OPTIONS}
                      value={line}
                      onChange={({ target }) => {
                        const chosen = target.value as TaxLine;
                        choose({ category, line: chosen === defaultLine && !own ? null : chosen });
                      }}
                    />
                  }
                >
                  {categoryLabel(category)}
                </Row>
              ))}
            </Rows>
          </div>
        )}
        {mayChange && (
          <OwnCategory
            busy={isPending}
            onAdd={(category, added) => choose({ category, line: 'ask' }, { onSuccess: added })}
          />
        )}
      </DialogBody>
    </Dialog>
  );
}

function OwnCategory({ busy, onAdd }: { busy: boolean; onAdd: (category: string, added: () => void) => void }) {
  const [name, setName] = useState('');
  const [nameError, setNameError] = useState<string>();
  const add = () => {
    const { data, error } = TaxCategoryPath.safeParse({ category: name });
    setNameError(error?.issues[0]?.message);
    if (data) onAdd(data.category, () => setName(''));
  };
  return (
    <form
      className="flex items-end gap-2 max-md:flex-col max-md:items-stretch"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div className="flex-1">
        <Field label="Your own category" error={nameError}>
          <TextInput autoComplete="off" value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
      </div>
      <Button type="submit" busy={busy ? 'Adding...' : undefined}>
        Add category
      </Button>
    </form>
  );
}
