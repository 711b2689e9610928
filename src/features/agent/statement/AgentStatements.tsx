import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../web/ui/display/Button.tsx';
import { lazyDialog } from '../../../web/ui/overlay/LazyDialog.tsx';
import { Menu, MenuItem } from '../../../web/ui/overlay/Menu.tsx';
import { useOpenCount } from '../../../web/ui/overlay/open-count.client.ts';
import { agentsQuery } from '../agent.client.ts';

const AgentStatementDialog = lazyDialog(async () => (await import('./AgentStatementDialog.tsx')).AgentStatementDialog);

const LABEL = 'Agent’s statement';

export function AgentStatements() {
  const { data } = useQuery(agentsQuery);
  const [chosen, setChosen] = useState<{ id: string; name: string }>();
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  const show = (agent: { id: string; name: string }) => {
    setChosen(agent);
    setOpen(true);
  };
  const agents = data?.items.filter(({ tenancies }) => tenancies > 0) ?? [];
  const [first, ...more] = agents;
  if (!first) return null;
  return (
    <>
      {more.length === 0 ? (
        <Button onClick={() => show(first)}>{LABEL}</Button>
      ) : (
        <Menu trigger={<Button>{LABEL}</Button>}>
          {agents.map((agent) => (
            <MenuItem key={agent.id} onClick={() => show(agent)}>
              {agent.name}
            </MenuItem>
          ))}
        </Menu>
      )}
      {chosen && <AgentStatementDialog key={openings} agent={chosen} open={open} onOpenChange={setOpen} />}
    </>
  );
}
