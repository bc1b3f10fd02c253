import styled from "@mui/styled-engine";

/** The frame of one input or list, with what stands beside it: a picture before, a button or picture after. */
export const InputBox = styled("div")(({ theme: { vars } }) => {
  const filled = `color-mix(in srgb, ${vars.palette.brand.link} 10%, ${vars.palette.background.paper})`;
  return {
    display: "flex",
    alignItems: "center",
    minHeight: 48,
    border: `1px solid ${vars.palette.brand.border}`,
    borderRadius: 12,
    backgroundColor: vars.palette.background.paper,
    "& > input, & > select": {
      width: "100%",
      alignSelf: "stretch",
      minWidth: 0,
      padding: "0 15px",
      border: 0,
      borderRadius: "inherit",
      color: "inherit",
      background: "none",
      // The ring around the box is seen too where a page is scrolled to what has the focus.
      scrollMarginBlock: 16,
    },
    "& > input::placeholder": { color: vars.palette.text.secondary, opacity: 1 },
    // Browsers colour the input that they fill in, which is less than the box where a button stands beside it.
    "& > input:autofill": {
      boxShadow: `inset 0 0 0 48px ${filled}`,
      WebkitTextFillColor: vars.palette.text.primary,
    },
    "&:has(> input:autofill)": { backgroundColor: filled },
    "&:hover": { borderColor: vars.palette.text.secondary },
    // The box shows the focus of what is typed into, not of a button within; where `:has` is not known, the input itself does.
    "&:has(> input:focus, > select:focus)": {
      outline: `2px solid ${vars.palette.brand.link}`,
      outlineOffset: -2,
      boxShadow: `0 0 0 4px color-mix(in srgb, ${vars.palette.brand.link} 16%, transparent)`,
      "& > *": { outline: "none" },
    },
    // Said by who draws it: Firefox knows `:has` since 121. Twice, to outweigh the focus.
    "&&[data-wrong]": {
      borderColor: vars.palette.danger.main,
      outlineColor: vars.palette.danger.main,
    },
  };
});
