/** Said where a call got no answer, or one without a reason. */
export const NOT_HEARD = "Nothing was heard from the server. Check the connection, then try again.";
