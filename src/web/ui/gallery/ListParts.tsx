/** What stands around a list: tabs, toolbar, filters, and the list when it is loading, empty or broken. */
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { House } from '../brand/House.tsx';
import { Button, ButtonLink } from '../display/Button.tsx';
import { Card } from '../display/Card.tsx';
import { EmptyState } from '../display/EmptyState.tsx';
import { ErrorState } from '../display/ErrorState.tsx';
import { Loading, Skeleton } from '../display/Skeleton.tsx';
import { TabPanel, Tabs } from '../display/Tabs.tsx';
import { Select } from '../form/Select.tsx';
import { SearchField } from '../table/SearchField.tsx';
import { Chip, FilterLine, Toolbar } from '../table/Toolbar.tsx';
import { Kit } from './Kit.tsx';

const TABS = [
  { value: 'details', label: 'Basic Details', errors: 2 },
  { value: 'keys', label: 'Keys' },
  { value: 'accounts', label: 'Bank Accounts', count: 2 },
  { value: 'invoices', label: 'Invoices', disabled: true },
] as const;

export function ListParts() {
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('keys');
  const [sought, setSought] = useState('');
  const [chip, setChip] = useState(true);
  return (
    <>
      <Kit title="Tabs">
        <Tabs label="Property" tabs={TABS} value={tab} onChange={setTab}>
          {TABS.map(({ value, label }) => (
            <TabPanel key={value} value={value}>
              What belongs to {label}.
            </TabPanel>
          ))}
        </Tabs>
      </Kit>
      <Kit title="Toolbar">
        <div>
          <Toolbar label="Suppliers" actions={<Button icon={Download}>Export</Button>}>
            <SearchField
              label="Search suppliers"
              placeholder="Search suppliers..."
              value={sought}
              onChange={setSought}
            />
            <Select aria-label="Service type" options={[{ value: '', label: 'All services' }]} />
            <Select aria-label="Sort" options={[{ value: '', label: 'Newest first' }]} />
          </Toolbar>
          <FilterLine onClear={() => setChip(false)}>
            <span>3 of 7 suppliers</span>
            {chip && (
              <Chip removeLabel="Remove Plumbing filter" onRemove={() => setChip(false)}>
                Plumbing
              </Chip>
            )}
          </FilterLine>
        </div>
      </Kit>
      <Kit title="Loading, empty, error" columns="three">
        <Loading label="Loading properties..." className="contents">
          <Card className="overflow-clip">
            <Skeleton className="aspect-video rounded-none" />
            <div className="p-4">
              <Skeleton className="mb-3 h-3 w-3/5" />
              <Skeleton className="mb-5 h-3 w-4/5" />
              <Skeleton className="h-6 w-[84px] rounded-pill" />
            </div>
          </Card>
        </Loading>
        <EmptyState
          level={3}
          drawing={<House type="bungalow" seed="empty" />}
          title="No properties found"
          words="Add the first home you let, or load a sample portfolio to look around."
          action={
            <ButtonLink variant="primary" href="#main">
              Add a property
            </ButtonLink>
          }
        />
        <ErrorState
          level={3}
          title="Failed to load properties"
          reason="The connection was lost. Nothing was changed."
          onRetry={() => setSought('')}
        />
      </Kit>
    </>
  );
}
