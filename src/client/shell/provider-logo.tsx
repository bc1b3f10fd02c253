import styled from "@mui/styled-engine";

const Logo = styled("img")({ display: "block", maxWidth: "100%", height: 56, objectFit: "contain" });

/** The picture of a provider, whose name stands beside it; nothing where it has none. */
export function ProviderLogo({ url }: { url: string | null }) {
  return url === null ? null : <Logo src={url} alt="" />;
}
