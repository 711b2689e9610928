/** How this browser shows the product, and the way out. */
import { useState } from 'react';
import { Button } from '../../web/ui/Button.tsx';
import { Card, CardHead } from '../../web/ui/Card.tsx';
import { Switch } from '../../web/ui/Checkbox.tsx';
import { PageHead } from '../../web/ui/PageHead.tsx';
import { chooseTheme, currentTheme } from '../../web/ui/theme.client.ts';
import { signOut } from './sign-out.client.ts';

export function Settings() {
  return (
    <>
      <PageHead title="Settings" />
      <div className="flex max-w-[840px] flex-col gap-5">
        <Card aria-labelledby="appearance">
          <CardHead title="Appearance" id="appearance" />
          <div className="p-5 max-md:p-4">
            <DarkMode />
          </div>
        </Card>
        <Card aria-labelledby="leaving">
          <CardHead title="Signing out" id="leaving" />
          <div className="flex flex-wrap items-center justify-between gap-4 p-5 max-md:p-4">
            <p className="min-w-0 flex-1 basis-60 text-ink-2">
              Ends your session in this browser and forgets what it kept, such as drafts.
            </p>
            <Button onClick={() => void signOut({ to: '/' })}>Sign Out</Button>
          </div>
        </Card>
      </div>
    </>
  );
}

function DarkMode() {
  const [dark, setDark] = useState(currentTheme() === 'dark');
  const choose = (on: boolean) => {
    chooseTheme(on ? 'dark' : 'light');
    setDark(on);
  };
  return (
    <Switch
      label="Dark Mode"
      hint="For this browser."
      checked={dark}
      onChange={(event) => choose(event.target.checked)}
    />
  );
}
