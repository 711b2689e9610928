/** /dashboard/tenants/add and /edit/$id: who a tenant is, where they live, their lease and their guarantor. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { optionalDay } from '../../shared/schemas.ts';
import { useToday } from '../../web/http/session.client.ts';
import { FieldsCard, type FormPlan, RecordAdd, RecordEdit } from '../../web/records/form/RecordForm.tsx';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { TabPanel } from '../../web/ui/display/Tabs.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { MoneyInput } from '../../web/ui/form/Inputs.tsx';
import { PhotoControl } from '../file/FileField.tsx';
import { GUARANTOR_FIELDS } from '../guarantor/guarantor.ts';
import { PropertyPicker, propertyChoice } from '../property/PropertyPicker.tsx';
import type { PropertyChoice } from '../property/property.ts';
import { ChangedRent, JoinsTenancy } from './TenancyChoices.tsx';
import { PATHS, tenants } from './tenant.client.ts';
import {
  blankTenant,
  depositHint,
  FORM_TABS,
  GUARANTOR_TITLE,
  leaseRemark,
  mergeTenants,
  NO_AMOUNTS,
  TenantForm as Schema,
  startingAmounts,
  TENANT,
  TEXTS,
  type TenantFormOutput,
  type TenantFormValues,
  type TenantInput,
  TenantRecord,
  toFormValues,
  toInput,
} from './tenant.ts';

type Form = FormHandle<TenantFormValues, TenantFormOutput>;
const { labels } = TENANT;

type Plan = FormPlan<TenantFormValues, TenantFormOutput, TenantRecord, TenantInput>;

const EDIT: Plan = {
  resource: tenants,
  texts: TEXTS,
  paths: PATHS,
  schema: Schema,
  record: TenantRecord,
  blank: blankTenant(''),
  toForm: toFormValues,
  toInput,
  merge: mergeTenants,
  line: ({ name }) => name,
  tabs: FORM_TABS,
  children: (props) => <Parts {...props} mayHaveLeft />,
};
const ADD: Plan = { ...EDIT, children: (props) => <Parts {...props} mayHaveLeft={false} /> };

/** The property may come along, as from 'Assign Tenant' on its page. */
export function TenantAdd() {
  const { propertyId } = useLocation().state;
  const today = useToday();
  const [blank] = useState(() => blankTenant(today, propertyId));
  return <RecordAdd {...ADD} blank={blank} />;
}

export function TenantEdit() {
  return <RecordEdit {...EDIT} />;
}

type PartsProps = {
  form: Form;
  onBusy: (busy: boolean) => void;
  /** Not in the form of a new tenant. */
  mayHaveLeft: boolean;
};

function Parts({ form, onBusy, mayHaveLeft }: PartsProps) {
  const { avatar, name, email, phone, propertyId, leaseStart, leaseEnd, rentAmount, depositAmount, movedOut } =
    TENANT.shape;
  const lease = { leaseStart, leaseEnd, rentAmount, depositAmount, ...(mayHaveLeft && { movedOut }) };
  return (
    <>
      <TabPanel value="tenant-details" keep>
        <div className="flex flex-col gap-5">
          <FieldsCard
            form={form}
            title={TEXTS.detailTitle}
            fields={{ avatar, name, email, phone, propertyId }}
            own={{
              avatar: <PhotoControl form={form} name="avatar" bucket="tenant_images" label="Photo" onBusy={onBusy} />,
              propertyId: (
                <>
                  <Home form={form} starts={!mayHaveLeft} />
                  {!mayHaveLeft && <JoinsTenancy form={form} />}
                </>
              ),
            }}
          />
          <FieldsCard
            form={form}
            title="Lease"
            fields={lease}
            own={{
              leaseEnd: <LeaseEnd form={form} />,
              ...(mayHaveLeft && { rentAmount: <ChangedRent form={form} /> }),
              depositAmount: <Deposit form={form} />,
            }}
          />
        </div>
      </TabPanel>
      <TabPanel value="guarantor-details" keep>
        <FieldsCard form={form} title={GUARANTOR_TITLE} fields={GUARANTOR_FIELDS} />
      </TabPanel>
    </>
  );
}

type Started = Pick<TenantFormValues, 'rentAmount' | 'depositAmount'>;

/** Rent and deposit start from the property's, unless something else has been typed there since they were `started`. */
function startAmounts(rhf: Form['rhf'], started: RefObject<Started>, { rent }: PropertyChoice): void {
  if (!rent) return;
  const amounts = startingAmounts(rent);
  for (const name of ['rentAmount', 'depositAmount'] as const)
    if (rhf.getValues(name) === started.current[name]) rhf.setValue(name, amounts[name]);
  started.current = amounts;
}

/** `starts`: in the form of a new tenant. */
function Home({ form, starts }: { form: Form; starts: boolean }) {
  const { rhf } = form;
  const [propertyId, home] = useWatch({ control: rhf.control, name: ['propertyId', 'home'] });
  const started = useRef<Started>(NO_AMOUNTS);
  // The property that the form was opened for.
  const { data: given } = useQuery(propertyChoice(starts && home === null ? propertyId : ''));
  useEffect(() => {
    if (given) startAmounts(rhf, started, given);
  }, [given, rhf]);
  return (
    <FormField form={form} name="propertyId" label={labels.propertyId} className="col-span-full">
      <PropertyPicker
        value={propertyId}
        chosen={home}
        onChange={(property) => {
          rhf.setValue('home', property);
          if (property && starts) startAmounts(rhf, started, property);
          rhf.setValue('propertyId', property?.id ?? '', { shouldDirty: true, shouldValidate: true });
        }}
      />
    </FormField>
  );
}

/** A periodic tenancy has no end to be asked for. */
function LeaseEnd({ form }: { form: Form }) {
  const { rhf } = form;
  const [start, end, periodic] = useWatch({ control: rhf.control, name: ['leaseStart', 'leaseEnd', 'periodic'] });
  const remark = form.unsaved && leaseRemark({ leaseStart: start, leaseEnd: end ?? '' });
  const forget = (isPeriodic: boolean) => {
    rhf.clearErrors('leaseEnd');
    // A day that cannot be read would be wrong where nobody sees it.
    if (isPeriodic && !optionalDay().safeParse(end).success) rhf.setValue('leaseEnd', '');
  };
  return (
    <div className="flex flex-col gap-3">
      {!periodic && (
        <FormField
          form={form}
          name="leaseEnd"
          label={labels.leaseEnd}
          hint={
            remark && (
              <StatusState state="soon" small>
                {remark}
              </StatusState>
            )
          }
        >
          <DateInput />
        </FormField>
      )}
      <FormChoice form={form} name="periodic">
        {(error) => (
          <Checkbox
            label={labels.periodic}
            error={error}
            className={periodic ? 'md:pt-8' : undefined}
            onChange={({ target }) => forget(target.checked)}
          />
        )}
      </FormChoice>
    </div>
  );
}

function Deposit({ form }: { form: Form }) {
  const [deposit, rent] = useWatch({ control: form.rhf.control, name: ['depositAmount', 'rentAmount'] });
  const hint = depositHint(deposit, rent);
  return (
    <FormField
      form={form}
      name="depositAmount"
      label={labels.depositAmount}
      hint={
        hint && (
          <StatusState state="note" small>
            {hint}
          </StatusState>
        )
      }
    >
      <MoneyInput />
    </FormField>
  );
}
