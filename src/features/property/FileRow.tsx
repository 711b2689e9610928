/** A certificate or an invoice in a list: the whole row opens its file, in a new tab. */
import FileText from 'lucide-react/icons/file-text';
import FileX from 'lucide-react/icons/file-x';
import Image from 'lucide-react/icons/image';
import type { ReactNode } from 'react';
import { FileMark } from '../../web/ui/form/FileShown.tsx';
import { Row, RowLink } from '../../web/ui/table/Rows.tsx';
import type { StoredFile } from '../file/file.ts';
import { fileWords } from '../file/labels.ts';

type Props = {
  name: string;
  /** Beside the name: a badge. */
  mark?: ReactNode;
  /** Below the name, each on a line of its own. */
  lines: readonly string[];
  /** At the right: a sum. */
  end: ReactNode;
  file: StoredFile | null;
};

export function FileRow({ name, mark, lines, end, file }: Props) {
  return (
    <Row lead={<FileMark of={iconOf(file)} />} end={end} line={<Lines lines={lines} file={file} />}>
      <span className="flex flex-wrap items-center gap-x-2">
        {file ? (
          <RowLink href={file.url} target="_blank" rel="noopener">
            <bdi>{name}</bdi>
            <span className="sr-only"> (opens in a new tab)</span>
          </RowLink>
        ) : (
          <bdi>{name}</bdi>
        )}
        {mark}
      </span>
    </Row>
  );
}

function Lines({ lines, file }: Pick<Props, 'lines' | 'file'>) {
  return (
    <>
      {[...new Set(lines)].filter(Boolean).map((text) => (
        <p key={text} className="wrap-anywhere whitespace-pre-line">
          <bdi>{text}</bdi>
        </p>
      ))}
      <p className="wrap-anywhere text-ink-3">
        {file ? (
          <>
            <bdi>{file.name}</bdi> · {fileWords(file)}
          </>
        ) : (
          'No file'
        )}
      </p>
    </>
  );
}

function iconOf(file: StoredFile | null) {
  if (!file) return FileX;
  return file.contentType.startsWith('image/') ? Image : FileText;
}
