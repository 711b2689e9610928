/** The certificates of a property, each with the file that opens. */
import { formatPence } from '../../shared/money.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { DetailSection } from '../../web/ui/display/DetailSection.tsx';
import { EmptyState } from '../../web/ui/display/EmptyState.tsx';
import { FirstRows } from '../../web/ui/table/FirstRows.tsx';
import { standing } from './compliance.ts';
import { certificateLine } from './detail-words.ts';
import { EditLink } from './EditLink.tsx';
import { FileRow } from './FileRow.tsx';
import type { PropertyRecord } from './property.ts';

type Props = { property: PropertyRecord; today: string };

export function PropertyCertificates({ property: { id, certificates }, today }: Props) {
  if (certificates.length === 0) {
    return (
      <DetailSection id="certificates" title="Certificates">
        <EmptyState
          level={3}
          title="No certificates yet"
          words="Keep gas, electrical and energy certificates here, with their dates and files."
          action={
            <LinkButton to="/dashboard/properties/edit/$id" params={{ id }} search={{ tab: 'certificates' }}>
              Add a certificate
            </LinkButton>
          }
        />
      </DetailSection>
    );
  }
  return (
    <DetailSection
      id="certificates"
      title="Certificates"
      beside={
        <EditLink id={id} tab="certificates">
          Add a certificate
        </EditLink>
      }
    >
      <Card>
        <FirstRows label="Certificates" items={certificates}>
          {(certificate) => (
            <FileRow
              key={certificate.id}
              name={certificate.name}
              mark={<EndMark day={certificate.expirationDate} today={today} />}
              lines={[certificateLine(certificate), certificate.notes]}
              end={certificate.cost !== null && <span className="figures">{formatPence(certificate.cost)}</span>}
              file={certificate.file}
            />
          )}
        </FirstRows>
      </Card>
    </DetailSection>
  );
}

/** Only what needs something is marked. */
function EndMark({ day, today }: { day: string | null; today: string }) {
  if (day === null) return null;
  const stands = standing(day, today);
  if (stands === 'valid') return null;
  return stands === 'expired' ? <Badge tone="red">Expired</Badge> : <Badge tone="amber">Expiring</Badge>;
}
