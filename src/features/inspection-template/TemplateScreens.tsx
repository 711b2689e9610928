import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useFieldArray } from 'react-hook-form';
import { counted } from '../../shared/text.ts';
import { RecordDetail } from '../../web/records/detail/RecordDetail.tsx';
import { FieldsCard, type FormOf, type FormPlanOf, RecordAdd, RecordEdit } from '../../web/records/form/RecordForm.tsx';
import { LinkBack } from '../../web/records/links.client.ts';
import { type Column, editColumn, nameColumn } from '../../web/records/list/RecordItem.tsx';
import { RecordList } from '../../web/records/list/RecordList.tsx';
import { Button, IconButton } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { TextArea, TextInput } from '../../web/ui/form/Inputs.tsx';
import { PATHS, templates } from './inspection-template.client.ts';
import { TEMPLATE, type Template } from './inspection-template.ts';
import { MAX_ROOMS, TEMPLATE_LIST, TEXTS } from './listed.ts';
import { BLANK_ROOM, TEMPLATE_FORM } from './template-form.ts';

const back = <LinkBack to="/dashboard/inspections">Inspections</LinkBack>;

const itemCount = ({ rooms }: Template) => rooms.reduce((sum, { items }) => sum + items.length, 0);

const sizeWords = (template: Template) =>
  `${counted(template.rooms.length, 'room')}, ${counted(itemCount(template), 'item')}`;

export function TemplateList() {
  return (
    <RecordList
      resource={templates}
      texts={TEXTS}
      paths={PATHS}
      list={TEMPLATE_LIST}
      columns={COLUMNS}
      counts={[TEXTS.one, 'templates']}
      back={back}
    />
  );
}

const COLUMNS: Column<Template>[] = [
  nameColumn('Template', PATHS, (template) => ({
    name: template.name,
    lead: null,
    line: TEMPLATE.shape.rooms.show(template.rooms),
  })),
  { title: 'Size', head: 'w-[180px]', cell: sizeWords },
  editColumn(PATHS, ({ name }) => name),
];

const FORM: FormPlanOf<typeof TEMPLATE_FORM> = {
  ...TEMPLATE_FORM,
  resource: templates,
  texts: TEXTS,
  paths: PATHS,
  line: ({ name }) => name,
  children: ({ form }) => (
    <>
      <FieldsCard form={form} title={TEXTS.detailTitle} fields={{ name: TEMPLATE.shape.name }} />
      <Rooms form={form} />
    </>
  ),
};

export function TemplateAdd() {
  return <RecordAdd {...FORM} />;
}

export function TemplateEdit() {
  return <RecordEdit {...FORM} />;
}

function Rooms({ form }: { form: FormOf<typeof TEMPLATE_FORM> }) {
  const array = useFieldArray({ control: form.rhf.control, name: 'rooms', keyName: 'key' });
  const { length } = array.fields;
  return (
    <Card aria-labelledby="rooms">
      <CardHead id="rooms" title="Rooms">
        {counted(length, 'room')}
      </CardHead>
      <ol aria-label="Rooms" className="*:not-first:border-t *:not-first:border-line">
        {array.fields.map(({ key }, index) => (
          <li key={key} className="flex flex-col gap-4 p-5 max-md:p-4">
            <div className="flex items-start gap-1">
              <FormField form={form} name={`rooms.${index}.name`} label="Room" className="flex-1">
                <TextInput autoComplete="off" />
              </FormField>
              <div className="mt-7 flex">
                <IconButton
                  icon={ArrowUp}
                  label={`Move room ${index + 1} up`}
                  disabled={index === 0}
                  onClick={() => array.move(index, index - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={`Move room ${index + 1} down`}
                  disabled={index === length - 1}
                  onClick={() => array.move(index, index + 1)}
                />
                <IconButton
                  icon={Trash2}
                  label={`Remove room ${index + 1}`}
                  disabled={length === 1}
                  onClick={() => array.remove(index)}
                />
              </div>
            </div>
            <FormField form={form} name={`rooms.${index}.items`} label="Items" hint="One on each line." optional>
              <TextArea rows={3} autoComplete="off" className="field-sizing-content" />
            </FormField>
          </li>
        ))}
      </ol>
      {length < MAX_ROOMS && (
        <div className="border-t border-line px-5 py-4 max-md:px-4">
          <Button size="small" icon={Plus} onClick={() => array.append(BLANK_ROOM)}>
            Add room
          </Button>
        </div>
      )}
    </Card>
  );
}

export function TemplateDetail() {
  return (
    <RecordDetail
      resource={templates}
      texts={TEXTS}
      paths={PATHS}
      head={(template) => ({ title: template.name, line: sizeWords(template) })}
      deletion={({ name }) => ({ question: <p>{name}. We keep the inspections that were made with it.</p> })}
    >
      {({ rooms }) => (
        <Card aria-labelledby="rooms">
          <CardHead id="rooms" title="Rooms" />
          <ol className="*:not-first:border-t *:not-first:border-line">
            {placed(rooms).map(({ place, name, items }) => (
              <li key={place} className="px-5 py-3 max-md:px-4">
                <h3 className="text-m tracking-normal wrap-anywhere">{name}</h3>
                <p className="text-ink-2 wrap-anywhere">{items.join(', ') || 'No items'}</p>
              </li>
            ))}
          </ol>
        </Card>
      )}
    </RecordDetail>
  );
}

/** Adds the index as a key, as rooms may have the same name. */
const placed = (rooms: Template['rooms']) => rooms.map((room, place) => ({ ...room, place }));
