/** POST /dev/time moves the clock, for example past a trial. Available with CLOCK=movable, on loopback only. */
import type { Hono } from 'hono';
import { z } from 'zod';
import { AppError } from '../../../shared/app-error.ts';
import { isLoopback } from '../../env.server.ts';
import type { AppEnv, Services } from '../../services.server.ts';

const Move = z.object({ milliseconds: z.number().int().describe('Forward; negative moves back') });

export function devTimeRoute(
  app: Hono<AppEnv>,
  { clock }: Services,
  move: (milliseconds: number) => Promise<void>,
): void {
  app.post('/dev/time', async (c) => {
    if (!isLoopback(c.var.clientAddress)) throw new AppError('not_found');
    const body: unknown = await c.req.json().catch((cause: unknown) => {
      throw new AppError('bad_request', { message: 'Send JSON.', cause });
    });
    await move(Move.parse(body).milliseconds);
    return c.json({ now: clock.now().toISOString() });
  });
}
