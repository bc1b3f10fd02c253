// A slice of the first screen's script: fetched and evaluated in a task of its own (README, "Two stages").
export { createTheme, styled } from "@mui/material/styles";
