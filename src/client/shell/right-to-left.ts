import rtl from "@mui/stylis-plugin-rtl";
import { prefixer } from "stylis";

/** Mirrors every physical direction in styles. */
export const rightToLeft = [prefixer, rtl];
