import { useId, useState } from 'react';
import { AppError, type ChangedBy } from '../../shared/app-error.ts';
import { formatInstantAsDay } from '../../shared/dates.ts';
import { conflictText } from '../../shared/records/record-texts.ts';
import { counted } from '../../shared/text.ts';
import { useMay } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';
import { Row, Rows } from '../../web/ui/table/Rows.tsx';
import { describeFile, type StoredFile } from '../file/file.ts';
import { ManyFilesField } from '../file/ManyFilesField.tsx';
import { useManyUploads } from '../file/many-uploads.client.ts';
import { PATHS, useAddVersion, useRemoveVersion } from './document.client.ts';
import { DocumentRecord, type DocumentVersion } from './document.ts';
import { readingText, TEXTS } from './listed.ts';

export function VersionsCard({ document }: { document: DocumentRecord }) {
  const id = useId();
  const may = useMay(PATHS.change);
  const [shown, setShown] = useState(false);
  const [removing, setRemoving] = useState<DocumentVersion>();
  const { mutate: remove } = useRemoveVersion();
  const { versions, hidden, kind } = document;
  return (
    <Card aria-labelledby={id}>
      <CardHead id={id} title={versions.length > 1 ? 'Versions' : 'File'}>
        {hidden && !shown && (
          <Button size="small" onClick={() => setShown(true)}>
            Show
          </Button>
        )}
      </CardHead>
      {hidden && <p className="px-5 pt-4 text-s text-ink-2 max-md:px-4">{TEXTS.hidden}</p>}
      <Rows label="Versions">
        {versions.map((version) => (
          <Row
            key={version.id}
            line={<About version={version} note={readingText({ reading: version.reading, hidden: false, kind })} />}
            end={
              may &&
              versions.length > 1 &&
              !version.served && (
                <Button size="small" variant="quiet" onClick={() => setRemoving(version)}>
                  Delete
                  <span className="sr-only"> version {version.number}</span>
                </Button>
              )
            }
          >
            {hidden && !shown ? (
              `Version ${version.number}`
            ) : (
              <a href={version.file.url} target="_blank" rel="noopener">
                <bdi>{version.file.name}</bdi>
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            )}
          </Row>
        ))}
      </Rows>
      {may && <NextVersion document={document} />}
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={() => setRemoving(undefined)}
        title="Delete version"
        question={`Are you sure you want to delete version ${removing?.number ?? ''}? Its file is deleted too.`}
        confirm="Delete"
        onConfirm={() => {
          if (removing) remove({ before: document, versionId: removing.id });
          setRemoving(undefined);
        }}
      />
    </Card>
  );
}

function About({ version, note }: { version: DocumentVersion; note: string | undefined }) {
  const { number, file, pages, dateAdded, addedBy, served } = version;
  return (
    <>
      {[
        `Version ${number}`,
        describeFile(file),
        pages !== null && counted(pages, 'page'),
        `added ${formatInstantAsDay(dateAdded)}${addedBy ? ` by ${addedBy}` : ''}`,
        served && 'served',
      ]
        .filter(Boolean)
        .join(' · ')}
      {note && <span className="block">{note}</span>}
    </>
  );
}

type Conflict = { file: StoredFile; current: DocumentRecord; by: ChangedBy | undefined };

function NextVersion({ document }: { document: DocumentRecord }) {
  const { mutateAsync: add } = useAddVersion();
  const [conflict, setConflict] = useState<Conflict>();
  const send = async (file: StoredFile, before: Pick<DocumentRecord, 'id' | 'version'>) => {
    try {
      await add({ before, file });
      setConflict(undefined);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      const { current, changedBy } = error.details;
      setConflict({ file, current: DocumentRecord.parse(current), by: changedBy });
    }
  };
  const uploads = useManyUploads({ bucket: 'documents', onStored: (file) => send(file, document) });
  return (
    <div className="border-t border-line p-5 max-md:p-4">
      <h3 className="mb-2 text-s font-normal text-ink-2">We keep earlier versions.</h3>
      <ManyFilesField label="Add a new version" bucket="documents" uploads={uploads} />
      <ConfirmDialog
        open={conflict !== undefined}
        onOpenChange={() => setConflict(undefined)}
        title={conflictText(TEXTS.one, conflict?.by)}
        question={`Its latest version is now number ${conflict?.current.number ?? ''}, ${conflict?.current.file.name ?? ''}. Add your file as the next version?`}
        confirm="Add as next version"
        variant="keep"
        onConfirm={() => {
          if (conflict) void send(conflict.file, conflict.current);
        }}
      />
    </div>
  );
}
