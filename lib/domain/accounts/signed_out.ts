/** Said to who is signed out amid their work. A toast with it leads to the sign-in. */
export const SIGNED_OUT = "You are signed out. Sign in and try again; nothing was changed.";
