import { toast } from "./toast.ts";

/** Says that something of the page which is loaded when wanted did not come. */
export const sayMissing = (): void =>
  void toast("This part did not load. Check your connection, then try again.", "bad");

/** Imports what is wanted only now; null where it does not come, which is said. The next try asks for it again. */
export async function loadPart<M>(load: () => Promise<M>): Promise<M | null> {
  try {
    return await load();
  } catch (error) {
    console.warn("a part of the page did not load", error);
    sayMissing();
    return null;
  }
}
