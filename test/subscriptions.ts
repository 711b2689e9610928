/** Paid plans written straight into the database, for tests and journeys that are about something else. */

/** Takes the landlord's id. A plan that the operator has given by hand: it opens everything for good. */
export const GIVE_PLAN = `insert into subscriptions (user_id, plan, state) values ($1, 'standard', 'active')`;
/** Takes the landlord's id and when the trial ends, or has ended. */
export const END_TRIAL = 'update profiles set trial_end_date = $2 where id = $1';
