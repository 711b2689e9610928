import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { dialled } from '../../../shared/phone.ts';
import { ButtonLink } from '../../ui/display/Button.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { cx } from '../../ui/display/cx.ts';

type Props = {
  thing: string;
  email: string;
  phone: string;
  /** Arranges many actions in two columns. */
  even?: boolean;
  children?: ReactNode;
};

export function QuickActions({ thing, email, phone, even = false, children }: Props) {
  const number = dialled(phone);
  return (
    <Card aria-labelledby="quick-actions">
      <CardHead id="quick-actions" title="Quick Actions" />
      <div
        className={cx(
          'flex flex-wrap gap-2 px-5 py-4 max-md:px-4',
          even ? '*:flex-[1_1_40%] max-md:*:px-1' : '*:flex-auto',
        )}
      >
        <ButtonLink href={`mailto:${email}`} icon={Mail}>
          Email {thing}
        </ButtonLink>
        {number !== null && (
          <ButtonLink href={`tel:${number}`} icon={Phone}>
            Call {thing}
          </ButtonLink>
        )}
        {children}
      </div>
    </Card>
  );
}
