// A slice of the first screen's script: fetched and evaluated in a task of its own (README, "Two stages").
export { default as styled } from "@mui/styled-engine";
export { prepareCssVars } from "@mui/system/cssVars";
