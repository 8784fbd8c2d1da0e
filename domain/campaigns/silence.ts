/** After so many days without news, the organizer is asked for some. */
export const daysUntilAsked = 30;
/** After so many more days, the site posts the figures. */
export const daysUntilDigest = 14;
