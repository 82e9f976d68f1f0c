/** How many circles one stream of live updates may follow besides the person's own. */
export const mostFollowedCircles = 20
