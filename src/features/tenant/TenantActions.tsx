/** What can be done with a tenant: at the top of their page, and quickly at its right. */
import House from 'lucide-react/icons/house';
import Mail from 'lucide-react/icons/mail';
import Pencil from 'lucide-react/icons/pencil';
import Phone from 'lucide-react/icons/phone';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { dialled } from '../../shared/phone.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Button, ButtonLink } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { TENANT } from './labels.ts';
import { TenantDeleteDialog } from './TenantDeleteDialog.tsx';
import type { Tenant, TenantRecord } from './tenant.ts';

/** Without `record`, which is still on its way, there is nothing yet to delete. */
export function TenantActions({ id, record }: { id: string; record: TenantRecord | undefined }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={Trash2} disabled={!record} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <LinkButton to="/dashboard/tenants/edit/$id" params={{ id }} icon={Pencil}>
        Edit
      </LinkButton>
      {record && (
        <TenantDeleteDialog
          tenant={record}
          list="/dashboard/tenants"
          open={asking}
          onOpenChange={setAsking}
          question="Are you sure you want to delete this tenant?"
          failed={TENANT.failedToDeleteOnPage}
        />
      )}
    </>
  );
}

/** `home` is the property they are assigned to, once it is known to be there. */
export function QuickActions({ tenant, home }: { tenant: Tenant; home: TenantRecord['property'] | undefined }) {
  const { id, email, phone } = tenant;
  const number = dialled(phone);
  return (
    <Card aria-labelledby="quick-actions">
      <CardHead id="quick-actions" title="Quick Actions" />
      <div className="flex flex-wrap gap-2 px-5 py-4 *:flex-[1_1_40%] max-md:px-4 max-md:*:px-1">
        <ButtonLink href={`mailto:${email}`} icon={Mail}>
          Email Tenant
        </ButtonLink>
        {number !== null && (
          <ButtonLink href={`tel:${number}`} icon={Phone}>
            Call Tenant
          </ButtonLink>
        )}
        <LinkButton to="/dashboard/tenants/edit/$id" params={{ id }} icon={Pencil}>
          Edit Details
        </LinkButton>
        {home && (
          <LinkButton to="/dashboard/properties/$id" params={{ id: home.id }} icon={House}>
            View Property
          </LinkButton>
        )}
      </div>
    </Card>
  );
}
