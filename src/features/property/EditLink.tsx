/** A quiet link from a part of the page of a property to its tab of the form. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FormTab } from './form-tabs.ts';

type Props = { id: string; tab: FormTab; children: ReactNode };

export function EditLink({ id, tab, children }: Props) {
  return (
    <Link
      to="/dashboard/properties/edit/$id"
      params={{ id }}
      search={{ tab }}
      className="no-underline hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      {children}
    </Link>
  );
}
