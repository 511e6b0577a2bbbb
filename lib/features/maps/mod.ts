/** The public face of the feature maps: what routes and the server's tasks use of it. */
export {};
