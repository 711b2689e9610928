/** Changes title, type, days and note. Files and links are changed on the document's page. */
import { FieldsCard, type FormPlan, RecordEdit } from '../../web/records/form/RecordForm.tsx';
import { documents, PATHS } from './document.client.ts';
import { DOCUMENT, DOCUMENT_FORM, type DocumentRecord } from './document.ts';
import { TEXTS, TYPE_LABELS } from './listed.ts';

type Form = typeof DOCUMENT_FORM;

const PLAN: FormPlan<
  Form['schema']['_input'],
  Form['schema']['_output'],
  DocumentRecord,
  ReturnType<Form['toInput']>
> = {
  ...DOCUMENT_FORM,
  resource: documents,
  texts: TEXTS,
  paths: PATHS,
  line: ({ title, type }) => `${title}, ${TYPE_LABELS[type]}`,
  children: ({ form }) => <FieldsCard form={form} title={TEXTS.detailTitle} fields={DOCUMENT.shape} />,
};

export function DocumentEdit() {
  return <RecordEdit {...PLAN} />;
}
