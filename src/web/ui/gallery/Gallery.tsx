/** The components page. */

import { Page, SkipLink } from '../brand/TopBar.tsx';
import { Button } from '../display/Button.tsx';
import { PageHead } from '../display/PageHead.tsx';
import { currentTheme } from '../theme.client.ts';
import { ButtonParts } from './ButtonParts.tsx';
import { ChoiceParts } from './ChoiceParts.tsx';
import { ColourParts } from './ColourParts.tsx';
import { DrawingParts } from './DrawingParts.tsx';
import { FieldParts } from './FieldParts.tsx';
import { FileParts } from './FileParts.tsx';
import { FormParts } from './FormParts.tsx';
import { ListParts } from './ListParts.tsx';
import { OverlayParts } from './OverlayParts.tsx';
import { PickerParts } from './PickerParts.tsx';
import { RecordParts } from './RecordParts.tsx';
import { ShellParts } from './ShellParts.tsx';
import { StatusParts } from './StatusParts.tsx';
import { TableParts } from './TableParts.tsx';

export function Gallery({ open }: { open: string | null }) {
  const other = currentTheme() === 'dark' ? 'light' : 'dark';
  const turn = () => location.assign(`?theme=${other}`);
  return (
    <>
      <SkipLink />
      <ShellParts />
      <Page>
        <PageHead
          title="Components"
          line="Every part in every state."
          actions={<Button onClick={turn}>{other === 'dark' ? 'Dark' : 'Light'}</Button>}
        />
        <ColourParts />
        <ButtonParts />
        <FieldParts />
        <PickerParts />
        <FileParts />
        <ChoiceParts />
        <FormParts />
        <StatusParts />
        <ListParts />
        <TableParts />
        <RecordParts />
        <OverlayParts open={open} />
        <DrawingParts />
      </Page>
    </>
  );
}
