/** Ends the output of a site, on both streams. The lines after it belong to the next site of the process. */
export const lastLine = "(the site is closed)";
