/** Twelve documents of many makers, and what a person finds in each, written by hand. */
import { acroForm, grid, labelAbove, labelValue, turned, twoColumns } from "./form_layouts.ts";
import type { LaidOut } from "./laid_out.ts";
import { appraisal, bureau, filogix, finmo, prose, velocity } from "./maker_layouts.ts";

export const TWELVE_LAYOUTS: readonly LaidOut[] = [
  labelValue,
  twoColumns,
  grid,
  labelAbove,
  finmo,
  filogix,
  velocity,
  acroForm,
  bureau,
  appraisal,
  prose,
  turned,
];
