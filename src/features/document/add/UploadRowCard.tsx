import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card } from '../../../web/ui/display/Card.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { Field } from '../../../web/ui/form/Field.tsx';
import { Select, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { describeFile } from '../../file/file.ts';
import { PropertyPicker } from '../../property/PropertyPicker.tsx';
import { DocumentMark } from '../DocumentParts.tsx';
import type { DocumentGuess } from '../document.ts';
import { DOCUMENT_TYPES, TYPE_LABELS } from '../listed.ts';
import type { RowValues, UploadRow } from './upload-rows.client.ts';

type Props = {
  row: UploadRow;
  /** Name of an earlier file in the list with the same content. */
  twin: string | undefined;
  disabled: boolean;
  /** Whether the documents are added to a record. */
  linked: boolean;
  onChange: (name: keyof RowValues, value: string) => void;
  onDrop: () => void;
};

const TYPES = DOCUMENT_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }));

export function UploadRowCard({ row, twin, disabled, linked, onChange, onDrop }: Props) {
  const { file, title, type, day, validUntil, propertyId, known, reading, error } = row;
  const id = useId();
  const isKnown = known?.kind === 'document';
  return (
    <Card aria-labelledby={id} className="flex flex-col gap-4 p-5 max-md:p-4">
      <div className="flex items-start gap-3">
        <DocumentMark type={type} />
        <div className="min-w-0 flex-1">
          <h2 id={id} className="clip text-m tracking-normal">
            <bdi>{file.name}</bdi>
          </h2>
          <p role="status" className="text-s text-ink-2">
            {reading ? 'Reading its text...' : describeFile(file)}
          </p>
        </div>
        <Button size="small" variant="quiet" disabled={disabled} onClick={onDrop}>
          Remove
          <span className="sr-only"> {file.name}</span>
        </Button>
      </div>
      {twin && (
        <Banner tone="amber">
          The same file is above: <bdi>{twin}</bdi>. We will add it once.
        </Banner>
      )}
      {known && !twin && (
        <Banner tone="amber">
          You have this already: <Known known={known} />.{' '}
          {isKnown &&
            (linked || propertyId
              ? 'We will link it here instead of adding it again.'
              : 'Choose a home to link it to, or remove this file.')}
        </Banner>
      )}
      {error && (
        <Banner tone="red" role="alert">
          {error}
        </Banner>
      )}
      {!twin && (
        <div className="grid grid-cols-4 items-start gap-4 max-lg:grid-cols-2 max-md:grid-cols-1">
          {!isKnown && (
            <>
              <Field label="Title" className="lg:col-span-2">
                <TextInput
                  required
                  maxLength={200}
                  value={title}
                  autoComplete="off"
                  onChange={({ target }) => onChange('title', target.value)}
                />
              </Field>
              <Field label="Type">
                <Select options={TYPES} value={type} onChange={({ target }) => onChange('type', target.value)} />
              </Field>
              <Field label="Date" optional>
                <DateInput value={day} onChange={(value) => onChange('day', value)} />
              </Field>
            </>
          )}
          <Field label="Home" optional className="lg:col-span-2">
            <PropertyPicker value={propertyId} onChange={(property) => onChange('propertyId', property?.id ?? '')} />
          </Field>
          {!isKnown && (
            <Field label="Valid until" optional>
              <DateInput value={validUntil} onChange={(value) => onChange('validUntil', value)} />
            </Field>
          )}
        </div>
      )}
    </Card>
  );
}

function Known({ known: { kind, id, name } }: { known: NonNullable<DocumentGuess['known']> }) {
  const text = <bdi>{name}</bdi>;
  if (kind === 'document')
    return (
      <Link to="/dashboard/documents/$id" params={{ id }} target="_blank">
        {text}
      </Link>
    );
  return kind === 'transaction' ? (
    <Link to="/dashboard/finance" search={{ open: id }} target="_blank">
      {text}
    </Link>
  ) : (
    <Link to="/dashboard/properties/$id" params={{ id }} target="_blank">
      {text}
    </Link>
  );
}
