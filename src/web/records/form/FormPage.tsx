/** The page of a form: its title and the way back to the list above it. For adding; `EditPage` stands in it too. */
import type { ReactNode } from 'react';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { LinkBack, type PlainPath } from '../links.client.ts';

type Props = { title: string; line?: ReactNode; list: PlainPath; children: ReactNode };

export function FormPage({ title, line, list, children }: Props) {
  return (
    <div className="mx-auto max-w-[840px]">
      <PageHead title={title} line={line} back={<LinkBack to={list}>Back</LinkBack>} />
      {children}
    </div>
  );
}
