/** The frame of one row of the property form, a certificate or an invoice: a line that names it, its fields folded below, and Remove. */
import Trash from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { Button } from '../../web/ui/display/Button.tsx';
import { Disclosure } from '../../web/ui/display/Disclosure.tsx';
import type { PartProps } from './form-handle.client.ts';

/** What every row is handed. */
export type RowProps = PartProps & {
  index: number;
  /** Not saved yet: it starts open. */
  fresh: boolean;
  onRemove: () => void;
};

type Props = Pick<RowProps, 'form' | 'fresh' | 'onRemove'> & {
  /** Where the row stands in the form: 'certificates.0'. */
  row: string;
  title: string;
  /** Below the title. */
  line?: ReactNode;
  /** At the right of the line. */
  end?: ReactNode;
  /** What Remove takes away, for screen readers: 'Gas Safety Record'. */
  name: string;
  /** Fields, two beside each other where there is room. */
  children: ReactNode;
};

export function RowDisclosure({ form, row, title, line, end, name, fresh, onRemove, children }: Props) {
  const errors = form.wrong.filter((wrong) => wrong.name.startsWith(`${row}.`)).length;
  return (
    <li>
      <Disclosure title={<bdi>{title}</bdi>} line={line} end={end} errors={errors} startsOpen={fresh}>
        <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
          {children}
          <div className="col-span-full flex justify-end">
            <Button variant="quiet" size="small" icon={Trash} aria-label={`Remove ${name}`} onClick={onRemove}>
              Remove
            </Button>
          </div>
        </div>
      </Disclosure>
    </li>
  );
}
