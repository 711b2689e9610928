import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { ReminderSettings } from '../../../../features/reminder/reminder.ts';
import type { RentMonth } from '../../../../features/rent/rent.ts';
import { counted } from '../../../../shared/text.ts';
import { May } from '../../../../web/http/session.client.ts';
import { Banner } from '../../../../web/ui/display/Banner.tsx';

const Plain = createLink((props: ComponentProps<'a'>) => <a {...props} />);

type Props = { refused: ReminderSettings['refused']; unasked: RentMonth['unasked'] };

export function RentBanners({ refused, unasked }: Props) {
  return (
    <>
      <Refused refused={refused} />
      {unasked && (
        <May need="people.change">
          <JointTenancyQuestion {...unasked} />
        </May>
      )}
    </>
  );
}

/** Asks about properties with several tenancies. If the tenants signed one agreement, their rent counts twice. */
function JointTenancyQuestion({ propertyId, propertyName, count }: NonNullable<RentMonth['unasked']>) {
  return (
    <Banner tone="blue" className="mb-5">
      {`${propertyName}${count > 1 ? ` and ${counted(count - 1, 'more property', 'more properties')} have` : ' has'} more than one tenancy. `}
      <Plain to="/dashboard/properties/$id" params={{ id: propertyId }}>
        Are they on one agreement?
      </Plain>
    </Banner>
  );
}

function Refused({ refused }: Pick<Props, 'refused'>) {
  const [first] = refused;
  if (!first) return null;
  const { tenancyId, names, recipient, reason } = first;
  return (
    <Banner tone="red" className="mb-5">
      {`We could not deliver a reminder to ${names} (${recipient}: ${reason}). Check the email address. `}
      {refused.length > 1 && `${counted(refused.length - 1, 'more reminder', 'more reminders')} failed too. `}
      <Plain to="/dashboard/tenancies/$id" params={{ id: tenancyId }}>
        View tenancy
      </Plain>
    </Banner>
  );
}
