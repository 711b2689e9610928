import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { FactLines, Facts, Phone } from '../../web/ui/display/Facts.tsx';
import type { Guarantor } from './guarantor.ts';

/** `wide` shows the facts in columns. */
type CardProps = { record: Guarantor; title: string; wide?: boolean };

export function GuarantorCard({ record, title, wide = false }: CardProps) {
  const { guarantorName, guarantorAddress, guarantorPhone, guarantorAltContact } = record;
  const address = <bdi className="whitespace-pre-line">{guarantorAddress}</bdi>;
  const facts = [
    { name: 'Name', value: <bdi>{guarantorName}</bdi>, kept: guarantorName },
    { name: 'Address', value: address, kept: guarantorAddress, long: true },
    { name: 'Phone', value: <Phone number={guarantorPhone} />, kept: guarantorPhone },
    { name: 'Alternative contact', value: <bdi>{guarantorAltContact}</bdi>, kept: guarantorAltContact, long: true },
  ].filter(({ kept }) => kept);
  if (facts.length === 0) return null;
  return (
    <Card aria-labelledby="guarantor">
      <CardHead id="guarantor" title={title} />
      {wide ? (
        <div className="p-5 max-md:p-4">
          <Facts facts={facts} />
        </div>
      ) : (
        <div className="px-5 py-[2px] max-md:px-4">
          <FactLines facts={facts} />
        </div>
      )}
    </Card>
  );
}
