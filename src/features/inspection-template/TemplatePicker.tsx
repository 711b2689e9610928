import { useInfiniteQuery } from '@tanstack/react-query';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { templates } from './inspection-template.client.ts';

export function TemplatePicker() {
  const { data } = useInfiniteQuery(templates.list({ q: '', sort: 'name' }));
  const found = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Select
      placeholder="Standard rooms of the property"
      options={found.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
