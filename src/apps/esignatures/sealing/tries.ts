/** How often a seal is tried. One more in `seal_attempts`: the sender was told that it has failed. */
export const ALL_TRIES = 10;
