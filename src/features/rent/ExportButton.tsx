import Download from 'lucide-react/icons/download';
import { Button } from '../../web/ui/display/Button.tsx';
import { type FileRequest, useDownload } from './documents.client.ts';

type Props = { label: string; file: FileRequest };

export function ExportButton({ label, file }: Props) {
  const { mutate, isPending } = useDownload('the file');
  return (
    <Button icon={Download} busy={isPending ? 'Exporting...' : undefined} onClick={() => mutate(file)}>
      Export<span className="sr-only"> {label}</span>
    </Button>
  );
}
