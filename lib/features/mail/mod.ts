/** The public face of the feature mail: what routes and the server's tasks use of it. */
export { loadSender } from "./load_sender.ts";
export { sendContactEmail } from "./send_contact_email.ts";
