import styled from "@mui/styled-engine";

// An image is an empty element, to which the screen gives no distance.
const Logo = styled("img")({
  display: "block",
  marginTop: 24,
  maxWidth: "100%",
  height: 56,
  objectFit: "contain",
});

/** The picture of a provider, whose name stands beside it; nothing where it has none. */
export function ProviderLogo({ url }: { url: string | null }) {
  return url === null ? null : <Logo src={url} alt="" />;
}
