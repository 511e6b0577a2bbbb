/** The question whether to mail a link for a new password to the account's own address. */
export const CHANGE_PASSWORD_PATH = "/dashboard/accountsettings?change=password";
