/** Buttons in their states and sizes. */
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { Button, ButtonLink } from '../display/Button.tsx';
import { IconButton } from '../display/IconButton.tsx';
import { Cell, Kit } from './Kit.tsx';

const VARIANTS = [
  ['primary', 'Save Changes', 'Saving...'],
  ['secondary', 'Save Changes', 'Saving...'],
  ['quiet', 'Save Changes', 'Saving...'],
  ['danger', 'Delete', 'Deleting...'],
] as const;

export function ButtonParts() {
  return (
    <>
      <Kit title="Button" columns="five">
        {VARIANTS.map(([variant, words, busy]) => (
          <div key={variant} className="contents">
            <Cell state={`${variant}, default`}>
              <Button variant={variant}>{words}</Button>
            </Cell>
            <Cell state="hover">
              <Button variant={variant} className="is-hover">
                {words}
              </Button>
            </Cell>
            <Cell state="focus">
              <Button variant={variant} className="is-focus">
                {words}
              </Button>
            </Cell>
            <Cell state="disabled">
              <Button variant={variant} disabled>
                {words}
              </Button>
            </Cell>
            <Cell state="loading">
              <Button variant={variant} busy={busy}>
                {words}
              </Button>
            </Cell>
          </div>
        ))}
      </Kit>
      <Kit title="Button sizes" columns="five">
        <Cell state="small">
          <Button size="small">Renew</Button>
        </Cell>
        <Cell state="default">
          <Button>Renew</Button>
        </Cell>
        <Cell state="large">
          <Button size="large">Renew</Button>
        </Cell>
        <Cell state="with icon">
          <Button variant="primary" icon={Plus}>
            Add Tenant
          </Button>
        </Cell>
        <Cell state="link">
          <ButtonLink href="#main">View Details</ButtonLink>
        </Cell>
        <Cell state="icon only">
          <IconButton icon={Pencil} label="Edit" />
        </Cell>
        <Cell state="small icon">
          <IconButton icon={Trash2} label="Delete" size="small" />
        </Cell>
        <Cell state="icon with count">
          <IconButton icon={Plus} label="Latest, 2 pending" count={2} />
        </Cell>
        <Cell state="wide">
          <Button wide>Log in</Button>
        </Cell>
      </Kit>
      <Kit title="Long words at 320 px">
        <div className="narrow-320 flex flex-col gap-2">
          <Button variant="primary" icon={Plus} className="max-md:w-full">
            Add a property
          </Button>
          <Button wide>Download everything that belongs to this account</Button>
        </div>
      </Kit>
    </>
  );
}
