/** Inputs of the area maps. */
export {};
