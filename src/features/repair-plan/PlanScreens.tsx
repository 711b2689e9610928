import { formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { FactsCard, RecordDetail } from '../../web/records/detail/RecordDetail.tsx';
import { FieldsCard, type FormPlanOf, RecordAdd, RecordEdit } from '../../web/records/form/RecordForm.tsx';
import { LinkBack } from '../../web/records/links.client.ts';
import { type Column, editColumn, nameColumn } from '../../web/records/list/RecordItem.tsx';
import { RecordList } from '../../web/records/list/RecordList.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { FormChoice } from '../../web/ui/form/Field.tsx';
import { PropertyField } from '../property/PropertyField.tsx';
import { SupplierField } from '../supplier/SupplierField.tsx';
import { DEADLINE_LABELS, LEAD_DAYS, PLAN_LIST, TEXTS } from './listed.ts';
import { PATHS, plans } from './repair-plan.client.ts';
import { PLAN, PLAN_FORM, type Plan } from './repair-plan.ts';

const back = <LinkBack to="/dashboard/repairs">Repairs</LinkBack>;

/** Returns 'Every 12 months, next on 3 Mar 2027', or '60 days before the gas check'. */
function rhythm({ everyMonths, nextOn, deadlineKind, paused }: Plan): string {
  if (paused) return 'Paused';
  if (deadlineKind) return `${LEAD_DAYS} days before ${DEADLINE_LABELS[deadlineKind].toLowerCase()}`;
  const every = everyMonths === 1 ? 'Every month' : `Every ${counted(everyMonths ?? 0, 'month')}`;
  return nextOn ? `${every}, next on ${formatDay(nextOn)}` : every;
}

export function PlanList() {
  return (
    <RecordList
      resource={plans}
      texts={TEXTS}
      paths={PATHS}
      list={PLAN_LIST}
      columns={COLUMNS}
      counts={[TEXTS.one, 'plans']}
      back={back}
    />
  );
}

const COLUMNS: Column<Plan>[] = [
  nameColumn('Plan', PATHS, ({ title, address }) => ({ name: title, lead: null, line: address })),
  { title: 'When', cell: rhythm },
  {
    title: 'Supplier',
    head: 'w-[200px] max-lg:hidden',
    className: 'max-lg:hidden',
    narrow: 'hidden',
    cell: ({ supplier }) => supplier ?? '–',
  },
  editColumn(PATHS, ({ title }) => title),
];

const { propertyId, title, category, deadlineKind, everyMonths, nextOn, supplierId, description, paused } = PLAN.shape;
const RHYTHM = { title, category, deadlineKind, everyMonths, nextOn };

const FORM: FormPlanOf<typeof PLAN_FORM> = {
  ...PLAN_FORM,
  resource: plans,
  texts: TEXTS,
  paths: PATHS,
  line: ({ title, address }) => `${title}, ${address}`,
  children: ({ form }) => (
    <>
      <FieldsCard
        form={form}
        title={TEXTS.detailTitle}
        fields={{ propertyId, ...RHYTHM, supplierId, description }}
        own={{
          propertyId: <PropertyField form={form} name="propertyId" className="col-span-full" />,
          supplierId: (
            <SupplierField form={form} name="supplierId" label={supplierId.label} optional className="col-span-full" />
          ),
        }}
      />
      <FormChoice form={form} name="paused">
        {(error) => (
          <Checkbox
            label="Paused"
            hint="We will not add repairs until you untick this."
            error={error}
            {...form.rhf.register('paused')}
          />
        )}
      </FormChoice>
    </>
  ),
};

export function PlanAdd() {
  return <RecordAdd {...FORM} />;
}

export function PlanEdit() {
  return <RecordEdit {...FORM} />;
}

const FACTS = { category, deadlineKind, everyMonths, nextOn, supplierId, description, paused };

export function PlanDetail() {
  return (
    <RecordDetail
      resource={plans}
      texts={TEXTS}
      paths={PATHS}
      head={(plan) => ({ title: plan.title, line: [plan.address, rhythm(plan)].filter(Boolean).join(' · ') })}
      deletion={(plan) => ({ question: <p>{plan.title}. We keep the repairs that it has added.</p> })}
    >
      {(plan) => (
        <FactsCard
          title={TEXTS.detailTitle}
          fields={FACTS}
          record={plan}
          own={{ supplierId: plan.supplier ?? 'Nobody' }}
          none={{ deadlineKind: 'None', everyMonths: 'None', nextOn: 'None', description: 'None' }}
        />
      )}
    </RecordDetail>
  );
}
