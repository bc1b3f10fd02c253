import { extname } from "node:path";

const mediaTypes: Record<string, string> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".jpg": "image/jpeg",
};

/** What an image is sent as, by the ending of its name. */
export function mediaTypeOf(file: string): string {
  return mediaTypes[extname(file)] ?? "application/octet-stream";
}
