/** Does not tell which of the two was wrong. Here, so that the sign-in page does not load all refusals for it. */
export const wrongCredentials = 'Login unsuccessful, please check your details and try again.'
