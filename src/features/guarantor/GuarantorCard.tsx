/** On a record's page: who answers for the rent. Nothing where nobody is known. */
import { Card, CardHead } from '../../web/ui/Card.tsx';
import { FactLines } from '../../web/ui/Facts.tsx';
import { Phone } from '../../web/ui/Phone.tsx';
import type { Guarantor } from './guarantor.ts';

export function GuarantorCard({ record, title }: { record: Guarantor; title: string }) {
  const { guarantorName, guarantorAddress, guarantorPhone, guarantorAltContact } = record;
  const facts = [
    { name: 'Name', value: <bdi>{guarantorName}</bdi>, kept: guarantorName },
    { name: 'Address', value: <bdi className="whitespace-pre-line">{guarantorAddress}</bdi>, kept: guarantorAddress },
    { name: 'Phone', value: <Phone number={guarantorPhone} />, kept: guarantorPhone },
    { name: 'Alternative Contact', value: <bdi>{guarantorAltContact}</bdi>, kept: guarantorAltContact },
  ].filter(({ kept }) => kept);
  if (facts.length === 0) return null;
  return (
    <Card aria-labelledby="guarantor">
      <CardHead id="guarantor" title={title} />
      <div className="px-5 py-[2px] max-md:px-4">
        <FactLines facts={facts} />
      </div>
    </Card>
  );
}
