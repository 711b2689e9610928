/** How the cards of a list look, and stand beside each other. */

/** Also the grid of the placeholders, so that nothing moves when the cards come. */
export const CARD_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-5 max-md:gap-4';
export const CARD = 'flex min-w-0 flex-col overflow-clip rounded-card border border-line bg-surface';
