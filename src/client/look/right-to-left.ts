import rtl from "@mui/stylis-plugin-rtl";

/** Mirrors every physical direction in styles. */
export const rightToLeft = [rtl];
