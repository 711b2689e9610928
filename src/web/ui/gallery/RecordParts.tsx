/** One record's parts: cards, figures, rows, facts. */
import CircleAlert from 'lucide-react/icons/circle-alert';
import { Badge } from '../display/Badge.tsx';
import { Card, CardHead } from '../display/Card.tsx';
import { Disclosure } from '../display/Disclosure.tsx';
import { FactLines, Facts } from '../display/Facts.tsx';
import { Icon } from '../display/Icon.tsx';
import { Stat, StatLink, StatStrip } from '../display/Stat.tsx';
import { StatusState } from '../display/StatusState.tsx';
import { Row, RowLink, Rows } from '../table/Rows.tsx';
import { Kit } from './Kit.tsx';

export function RecordParts() {
  return (
    <>
      <Kit title="Figures">
        <StatStrip label="Portfolio">
          <StatLink href="#main" name="Total Properties" value="9" compare="+1 from last month" />
          <Stat name="Occupancy Rate" value="75%" compare="No change from last month" />
          <StatLink href="#main" className="is-hover" name="Monthly Revenue" value="£8,220.00" compare="hover" />
          <Stat name="Expiring Leases" value="2" compare="+1 from last month" />
        </StatStrip>
      </Kit>
      <Kit title="Card, rows, facts" columns="two">
        <Card aria-labelledby="attention">
          <CardHead id="attention" title="Needs attention" level={3}>
            2 items
          </CardHead>
          <Rows label="What needs attention">
            <Row
              lead={<Icon of={CircleAlert} size="large" className="text-red-fill" />}
              line="47 Knavesmire Crescent, York"
              end={<span className="text-red">9 days overdue</span>}
            >
              <RowLink href="#main">Boiler repair call-out is overdue</RowLink>
            </Row>
            <Row line="Leeds, LS8 1QS" end={<Badge tone="green">Occupied</Badge>}>
              14 Chandos Terrace
            </Row>
          </Rows>
        </Card>
        <Card pad>
          <h3 className="mb-3">Property Details</h3>
          <Facts
            facts={[
              { name: 'Property Type', value: 'Terraced' },
              { name: 'Bedrooms', value: '3' },
              { name: 'Date Added', value: '16 Nov 2026' },
            ]}
          />
          <div className="mt-4 border-t border-line pt-2">
            <FactLines
              facts={[
                { name: 'Last received', value: '+£1,150.00' },
                {
                  name: 'A very long address for one line',
                  value: 'Flat 6, Albion Works, 22 Pollard Street, Manchester',
                },
              ]}
            />
          </div>
        </Card>
      </Kit>
      <Kit title="Rows that open for editing">
        <Card className="overflow-clip">
          <ul aria-label="Certificates" className="*:not-first:border-t *:not-first:border-line">
            <li>
              <Disclosure
                title="Gas Safety Record"
                line="gas 2026.pdf"
                end={<StatusState state="good">Expires 08 May 2027</StatusState>}
              >
                Its fields.
              </Disclosure>
            </li>
            <li>
              <Disclosure
                title="New certificate"
                end={<StatusState state="missing">No expiry date</StatusState>}
                errors={2}
              >
                Its fields, two of them wrong.
              </Disclosure>
            </li>
          </ul>
        </Card>
      </Kit>
    </>
  );
}
