/** An alarm ends only after this long without its condition, so an unstable condition sends few emails. */
export const calmMinutes = 10;

export const leastPercentFree = 10;

export const daysBetweenBackups = 2;

export const daysUntilFirstBackup = 1;
