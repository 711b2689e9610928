/** The top bar, as an example with made-up places. */
import Bell from 'lucide-react/icons/bell';
import { Brand } from '../brand/Mark.tsx';
import { TopBar, TopLink, TopNav } from '../brand/TopBar.tsx';
import { Avatar } from '../display/Avatar.tsx';
import { IconButton } from '../display/IconButton.tsx';

export function ShellParts() {
  return (
    <TopBar
      brand={
        <a href="#main" className="no-underline">
          <Brand wordClassName="md:max-lg:sr-only" />
        </a>
      }
      nav={
        <TopNav label="Main">
          {['Dashboard', 'Properties', 'Tenants', 'Suppliers', 'Finance', 'Settings'].map((place) => (
            <TopLink key={place} href="#main" aria-current={place === 'Properties' ? 'page' : undefined}>
              {place}
            </TopLink>
          ))}
        </TopNav>
      }
      end={
        <>
          <IconButton icon={Bell} label="Notifications, 2 need attention" count={2} />
          <Avatar initials="HW" />
        </>
      }
    />
  );
}
