import { Link } from '@tanstack/react-router';
import Pencil from 'lucide-react/icons/pencil';
import type { ComponentProps, ReactNode } from 'react';
import type { Needing } from '../../../shared/allowed.ts';
import { May } from '../../http/session.client.ts';
import { Icon, type IconShape } from '../../ui/display/Button.tsx';
import { Email, Phone } from '../../ui/display/Facts.tsx';
import type { Cell } from '../../ui/table/Table.tsx';
import { LinkButton, type RecordPaths } from '../links.client.ts';

type NameLinkProps = { to: RecordPaths['one']; id: string; name: string; className?: string };

export function NameLink({ to, id, name, className = '' }: NameLinkProps) {
  return (
    <Link
      to={to}
      params={{ id }}
      title={name}
      data-name
      className={`clip block text-inherit no-underline hover:underline ${className}`}
    >
      <bdi>{name}</bdi>
    </Link>
  );
}

type CardProps = {
  paths: RecordPaths;
  record: { id: string; name: string };
  lead: ReactNode;
  line: ReactNode;
  view: string;
  actions?: ReactNode;
  children: ReactNode;
};

export function RecordCard({ paths, record: { id, name }, lead, line, view, actions, children }: CardProps) {
  return (
    <div className="flex flex-1 flex-col p-4">
      <div className="flex items-center gap-3">
        {lead}
        <div className="min-w-0">
          <h2 className="text-m tracking-normal">
            <NameLink to={paths.one} id={id} name={name} />
          </h2>
          <p className="clip text-ink-2">{line}</p>
        </div>
      </div>
      {children}
      <div className="mt-auto flex items-center gap-2">
        <LinkButton to={paths.one} params={{ id }} aria-label={`${view}, ${name}`} className="flex-1">
          {view}
        </LinkButton>
        <May need={paths.change}>
          <LinkButton to={paths.edit} params={{ id }} aria-label={`Edit, ${name}`} variant="quiet" icon={Pencil}>
            Edit
          </LinkButton>
          {actions}
        </May>
      </div>
    </div>
  );
}

export function CardLines({ children }: { children: ReactNode }) {
  return <div className="mt-3 flex flex-col gap-1 border-t border-line pt-3 max-md:gap-0 max-md:pt-1">{children}</div>;
}

const LINK =
  '[&_a]:inline-block [&_a]:max-w-full [&_a]:truncate [&_a]:align-bottom [&_a]:text-inherit [&_a]:no-underline [&_a]:hover:underline max-md:[&_a]:block max-md:[&_a]:py-[10px]';

/** A line of a card, after an icon. Links look like text, and are high enough for touch on a phone. */
export function CardLine({ icon, children }: { icon: IconShape; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-2 max-md:min-h-11">
      <Icon of={icon} className="flex-none text-ink-3" />
      <div className={`clip min-w-0 flex-1 ${LINK}`}>{children}</div>
    </div>
  );
}

/** Classes for a truncated link in a row that looks like text. */
export const QUIET_LINK =
  'clip [&_a]:inline-block [&_a]:max-w-full [&_a]:truncate [&_a]:align-bottom [&_a]:text-inherit [&_a]:no-underline [&_a]:hover:underline';

export type Column<Item> = Pick<ComponentProps<typeof Cell>, 'end' | 'narrow' | 'label' | 'className'> &
  Needing & {
    title: string;
    /** Hides the heading except from screen readers. */
    silent?: boolean;
    /** The heading's classes, with a width for all columns but one. */
    head?: string;
    cell: (item: Item) => ReactNode;
  };

type Shown = { name: string; lead: ReactNode; line: ReactNode };

export function nameColumn<Item extends { id: string }>(
  title: string,
  { one }: RecordPaths,
  show: (item: Item) => Shown,
): Column<Item> {
  const cell = (item: Item) => {
    const { name, lead, line } = show(item);
    return (
      <div className="flex items-center gap-3">
        {lead}
        <div className="min-w-0">
          <NameLink to={one} id={item.id} name={name} className="font-bold" />
          <p className="clip text-s text-ink-2">{line}</p>
        </div>
      </div>
    );
  };
  return { title, narrow: 'title', cell };
}

export function emailColumn(width: string): Column<{ email: string }> {
  return {
    title: 'Email',
    narrow: 'hidden',
    head: `${width} max-xl:hidden`,
    className: 'max-xl:hidden',
    cell: ({ email }) => <Email address={email} className="clip block text-ink-2 no-underline hover:underline" />,
  };
}

/** `look` must include the width. */
export function phoneColumn(look: Pick<Column<never>, 'head' | 'narrow' | 'className'>): Column<{ phone: string }> {
  return {
    title: 'Phone',
    ...look,
    cell: ({ phone }) => (
      <p className={QUIET_LINK}>
        <Phone number={phone} />
      </p>
    ),
  };
}

export function editColumn<Item extends { id: string }>(
  { edit, change }: RecordPaths,
  nameOf: (item: Item) => string,
): Column<Item> {
  return {
    title: 'Actions',
    need: change,
    silent: true,
    end: true,
    head: 'w-[4.5rem]',
    narrow: 'beside',
    className: 'max-md:row-span-2 max-md:row-start-2',
    cell: (item) => {
      const about = { params: { id: item.id }, 'aria-label': `Edit, ${nameOf(item)}`, title: 'Edit' };
      return <LinkButton to={edit} {...about} variant="quiet" size="icon" icon={Pencil} />;
    },
  };
}
