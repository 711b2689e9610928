import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { penceAsTyped } from '../../../shared/money.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { FieldsCard, type FormPlan, RecordAdd, RecordEdit } from '../../../web/records/form/RecordForm.tsx';
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { TabPanel } from '../../../web/ui/display/Tabs.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../../web/ui/form/form.client.ts';
import { PhotoControl } from '../../file/FileField.tsx';
import { GUARANTOR_FIELDS } from '../../guarantor/guarantor.ts';
import { PropertyField } from '../../property/PropertyField.tsx';
import { propertyChoice } from '../../property/PropertyPicker.tsx';
import type { PropertyChoice } from '../../property/property.ts';
import { TEXTS } from '../listed.ts';
import { PATHS, tenants } from '../tenant.client.ts';
import {
  blankTenant,
  FORM_TABS,
  GUARANTOR_TITLE,
  leaseRemark,
  mergeTenants,
  TenantForm as Schema,
  startingRent,
  TENANT,
  type TenantFormOutput,
  type TenantFormValues,
  type TenantInput,
  TenantRecord,
  toFormValues,
  toInput,
} from '../tenant.ts';
import { ChangesTenancy, clearEnd, Deposit, NewLedger, Start, Term, TermEnd } from './NewTenantParts.tsx';
import { ChangedRent, JoinsTenancy } from './TenancyChoices.tsx';

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
const ADD_PAYER: Plan = {
  ...EDIT,
  paths: { ...PATHS, list: '/dashboard/rent/bank' },
  children: (props) => <Parts {...props} mayHaveLeft={false} />,
};
const ADD: Plan = { ...ADD_PAYER, paths: PATHS, opensAdded: true };

/**
 * Navigation state may preselect the property ('Assign Tenant'), or contain the payer of a bank row. After adding a
 * payer, the form returns to the bank rows.
 */
export function TenantAdd() {
  const { propertyId, tenant } = useLocation().state;
  const today = useToday();
  const [blank] = useState(() => ({ ...blankTenant(today, propertyId), ...(tenant && ofPayer(tenant)) }));
  return <RecordAdd {...(tenant ? ADD_PAYER : ADD)} blank={blank} />;
}

const ofPayer = ({ name, rent, start }: { name: string; rent: number; start: string }) => ({
  name,
  rentAmount: penceAsTyped(rent),
  leaseStart: start,
});

export function TenantEdit() {
  return <RecordEdit {...EDIT} />;
}

type PartsProps = {
  form: Form;
  onBusy: (busy: boolean) => void;
  /** Whether the tenant may have moved out, false for new tenants. */
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
              ...(mayHaveLeft
                ? {
                    leaseStart: <Start form={form} />,
                    leaseEnd: <LeaseEnd form={form} />,
                    rentAmount: <ChangedRent form={form} />,
                  }
                : {
                    leaseStart: (
                      <>
                        <Term form={form} />
                        <Start form={form} />
                      </>
                    ),
                    leaseEnd: (
                      <>
                        <TermEnd form={form} />
                        <NewLedger form={form} />
                      </>
                    ),
                  }),
              depositAmount: (
                <>
                  <Deposit form={form} suggests={!mayHaveLeft} />
                  {!mayHaveLeft && <ChangesTenancy form={form} />}
                </>
              ),
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

/** Fills in the property's rent, unless the field has been edited. */
function startRent(rhf: Form['rhf'], started: RefObject<string>, { rent }: PropertyChoice): void {
  if (!rent) return;
  const typed = startingRent(rent);
  if (rhf.getValues('rentAmount') === started.current) rhf.setValue('rentAmount', typed);
  started.current = typed;
}

/** `starts` fills in the property's rent, for new tenants. */
function Home({ form, starts }: { form: Form; starts: boolean }) {
  const { rhf } = form;
  const [propertyId, home] = useWatch({ control: rhf.control, name: ['propertyId', 'home'] });
  const started = useRef('0');
  // Loads the preselected property's rent.
  const { data: preselected } = useQuery(propertyChoice(starts && home === null ? propertyId : ''));
  useEffect(() => {
    if (preselected) startRent(rhf, started, preselected);
  }, [preselected, rhf]);
  return (
    <PropertyField
      form={form}
      name="propertyId"
      label={labels.propertyId}
      className="col-span-full"
      chosen={home}
      onChosen={(property) => {
        rhf.setValue('home', property);
        if (property && starts) startRent(rhf, started, property);
      }}
    />
  );
}

/** The date field is hidden for periodic tenancies. */
function LeaseEnd({ form }: { form: Form }) {
  const { rhf } = form;
  const [start, end, periodic] = useWatch({ control: rhf.control, name: ['leaseStart', 'leaseEnd', 'periodic'] });
  const remark = form.unsaved && leaseRemark({ leaseStart: start, leaseEnd: end ?? '' });
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
            onChange={({ target }) => clearEnd(form, target.checked)}
          />
        )}
      </FormChoice>
    </div>
  );
}
