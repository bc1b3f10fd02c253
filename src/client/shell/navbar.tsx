import styled from "@mui/styled-engine";
import { useId } from "react";
import { colourSchemes, isColourScheme } from "../../shared/colour-scheme.ts";
import { onPhones, withoutScript } from "../look/theme.ts";
import { useScreen } from "../page/screen-context.ts";
import { Pick } from "../parts/pick.tsx";
import { hasAccountMenu } from "./has-account-menu.ts";
import { LanguageMenu } from "./language-menu.tsx";
import { UserMenu } from "./user-menu.tsx";

const Bar = styled("header")({
  display: "flex",
  // Without script there is one button more, for which a phone has no room in one line.
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "flex-end",
  gap: 4,
  minHeight: 72,
  padding: "8px clamp(16px, 4vw, 40px)",
  [onPhones]: { gap: 0, minHeight: 64, padding: "8px 12px 8px 24px" },
});

const Brand = styled("a")(({ theme }) => ({
  display: "inline-flex",
  alignItems: "center",
  gap: 10,
  minHeight: 44,
  marginInlineEnd: "auto",
  borderRadius: 8,
  fontSize: "1.125rem",
  fontWeight: 600,
  letterSpacing: "-0.01em",
  textDecoration: "none",
  color: theme.vars.palette.text.primary,
  "& img": { display: "block", height: 32, maxWidth: "min(200px, 40vw)", objectFit: "contain" },
  "& svg": { color: theme.vars.palette.brand.link },
}));

/** The partner's sign, language, appearance and the signed-in person (decisions 24). */
export function Navbar() {
  const context = useScreen();
  const { partner, hasLogo, hrefOf, languages } = context;
  const showsLanguages = partner.behaviour.showLanguageOption && languages.length > 1;
  return (
    <Bar>
      <Brand href={hrefOf("home")}>
        {hasLogo ? <Logo /> : <Mark />}
        {!hasLogo && partner.partnerName}
      </Brand>
      {showsLanguages && <LanguageMenu />}
      <SchemeMenu />
      {hasAccountMenu(context) && <UserMenu />}
    </Bar>
  );
}

function Logo() {
  const { partner } = useScreen();
  const query = new URLSearchParams({ partnerId: partner.partnerId });
  // Not before what the page is used by.
  return <img src={`/api/Account/GetPartnerLogo?${query}`} alt={partner.partnerName} loading="lazy" />;
}

/** The sign of a partner without a logo: an open door. */
function Mark() {
  return (
    <svg
      width="26"
      height="28"
      viewBox="0 0 26 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      aria-hidden="true"
    >
      <path d="M2 28V13a11 11 0 0 1 22 0v15" />
      <path d="M9 28V14a4 4 0 0 1 8 0v14" />
    </svg>
  );
}

// Without script there is nobody to remember the choice.
const NeedsScript = styled("span")({ [withoutScript]: { display: "none" } });

function SchemeMenu() {
  const { t, scheme, setScheme } = useScreen();
  const id = useId();
  const choose = (value: string) => {
    if (isColourScheme(value)) setScheme(value);
  };
  return (
    <NeedsScript>
      <Pick
        icon={scheme}
        id={id}
        aria-label={t("shell.colourScheme")}
        autoComplete="off"
        value={scheme}
        onChoose={choose}
      >
        {colourSchemes.map((value) => (
          <option key={value} value={value}>
            {t(`shell.colourSchemes.${value}`)}
          </option>
        ))}
      </Pick>
    </NeedsScript>
  );
}
