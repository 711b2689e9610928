import { useEffect, useRef } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import { type FormHandle, useZodForm } from '../../web/ui/form/form.client.ts';
import { TextInput } from '../../web/ui/form/Inputs.tsx';
import { PropertyField } from '../property/PropertyField.tsx';
import { useSaveShares } from './owner.client.ts';
import type { Owner } from './owner.ts';
import type { OwnershipItem } from './ownership.ts';
import { equalParts, type Fraction, form17Dates, shareText } from './rules/shares.ts';
import { checkLines, SharesForm, type SharesSaved, type SharesTyped, startOf } from './shares-form.ts';

type Props = {
  owners: readonly Owner[];
  /** Shares to change, with the same property and day; undefined for new shares. */
  change: OwnershipItem | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function SharesDialog({ owners, change, open, onOpenChange }: Props) {
  const { mutateAsync: save } = useSaveShares();
  const form = useZodForm<SharesTyped, SharesSaved, unknown>({
    schema: SharesForm,
    start: startOf({ owners, change }),
    save,
    saved: () => onOpenChange(false),
  });
  const { lines } = form.rhf.watch();
  const check = checkLines(lines);
  const { errors } = form.rhf.formState;
  const typedShares = lines.map(({ share }) => share).join('/');
  const checked = useRef(typedShares);
  // Revalidates all shares after a change, because the message at the first share depends on their sum.
  useEffect(() => {
    if (checked.current === typedShares) return;
    checked.current = typedShares;
    if (errors.lines) void form.rhf.trigger(lines.map((_, at) => `lines.${at}.share` as const));
  });
  const shared = lines.filter(({ share }) => share.trim() !== '');
  const people = owners.filter(({ id, kind }) => kind === 'person' && shared.some(({ ownerId }) => ownerId === id));
  const fill = (at: readonly number[], fractions: readonly Fraction[]) => {
    for (const [place, line] of at.entries()) {
      const share = fractions[place];
      form.rhf.setValue(`lines.${line}.share`, share ? shareText(share) : '', { shouldDirty: true });
    }
  };
  const typed = lines.flatMap(({ share }, at) => (share.trim() === '' ? [] : [at]));
  const offer = check && !check.ok ? check.offer : null;
  const all = lines.map((_, at) => at);
  return (
    <FormDialog
      form={form}
      draft={change ? `shares:${change.propertyId ?? 'all'}:${change.from}` : 'shares:new'}
      open={open}
      onOpenChange={onOpenChange}
      title="Shares for tax"
      submit="Save"
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-2">
          Each owner pays tax on their share of the income and costs. We divide each box of the tax return by these
          shares.
        </p>
        {change ? (
          <p>
            <b>{change.address ?? (change.propertyId ? 'A deleted property' : 'All other properties')}</b>
            {`, from ${formatDay(change.from)}`}
          </p>
        ) : (
          <>
            <PropertyField
              form={form}
              name="property"
              optional
              hint="Leave this blank for all properties without their own shares."
            />
            <FormField
              form={form}
              name="from"
              label="From"
              hint="The first day of these shares. For shares that have not changed, keep this date."
            >
              <DateInput />
            </FormField>
          </>
        )}
        <fieldset className="flex min-w-0 flex-col gap-3">
          <legend className="mb-3">
            Enter a percentage or a fraction, such as 60% or 1/3. Leave an owner blank if they have no share.
          </legend>
          {lines.map(({ ownerId }, at) => (
            <FormField
              key={ownerId}
              form={form}
              name={`lines.${at}.share`}
              label={`Share of ${owners.find(({ id }) => id === ownerId)?.name ?? ''}`}
            >
              <TextInput autoComplete="off" />
            </FormField>
          ))}
          <span className="flex flex-wrap gap-2">
            {offer ? (
              <Button size="small" onClick={() => fill(typed, offer)}>
                {`Use ${shareText(offer[0] ?? { numerator: 1, denominator: 1 })} each`}
              </Button>
            ) : (
              lines.length > 1 && (
                <Button size="small" onClick={() => fill(all, equalParts(all.length))}>
                  Equal parts
                </Button>
              )
            )}
          </span>
        </fieldset>
        {shared.length === 2 && people.length === 2 && <Spouses form={form} />}
      </div>
    </FormDialog>
  );
}

type Form = FormHandle<SharesTyped, SharesSaved>;

function Spouses({ form }: { form: Form }) {
  const { spouses, signedOn, receivedOn } = form.rhf.watch();
  const isDay = (typed: string | null | undefined): typed is string => /^\d{4}-\d{2}-\d{2}$/.test(typed ?? '');
  return (
    <>
      <FormChoice form={form} name="spouses">
        {(error) => <Checkbox label="They are married or civil partners, and live together" error={error} />}
      </FormChoice>
      {spouses && (
        <div className="flex flex-col gap-5 border-l-2 border-line pl-4">
          <p className="text-s text-ink-2">
            HMRC taxes them 50:50 on property that they own together, unless they own unequal shares and have declared
            these on Form 17. The declaration counts from its last signature, if HMRC receives it within 60 days. It is
            not for beneficial joint tenants.{' '}
            <a
              href="https://www.gov.uk/hmrc-internal-manuals/trusts-settlements-and-estates-manual/tsem9860"
              target="_blank"
              rel="noopener"
            >
              HMRC’s manual, TSEM9860
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </p>
          <FormField form={form} name="signedOn" label="Form 17: last signature" optional>
            <DateInput />
          </FormField>
          <FormField form={form} name="receivedOn" label="Form 17: received by HMRC" optional>
            <DateInput />
          </FormField>
          {isDay(signedOn) && (
            <p className="text-s">
              {form17Dates({ signed: [signedOn], received: isDay(receivedOn) ? receivedOn : null }).text}
            </p>
          )}
        </div>
      )}
    </>
  );
}
