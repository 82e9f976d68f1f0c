/** How many circles one stream of live updates may watch besides the person's own. */
export const mostWatchedCircles = 20
