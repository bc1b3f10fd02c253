import styled from "@mui/styled-engine";
import type { AnswerOf } from "../../../shared/contract.ts";
import { timesIn } from "../../../shared/formats.ts";
import type { Translate } from "../../../shared/translate.ts";
import { isolated, leftToRight } from "../../look/text-marks.ts";
import { usePanelTexts, useScreen } from "../../page/screen-context.ts";
import { useInBrowser } from "../../page/use-in-browser.ts";
import { FramedList } from "../../parts/framed-list.ts";
import { Notice } from "../../parts/notice.tsx";
import { Row } from "../../parts/row.tsx";
import { Section } from "./section.tsx";

type SignIns = AnswerOf<"SignIns">;
type SignIn = SignIns["items"][number];

const Words = styled("div")(({ theme: { vars } }) => ({
  "& > p": { color: vars.palette.text.secondary },
  "& > div + ul": { marginTop: 12 },
}));

/** When, how and from where somebody signed in lately, so that a stranger who did is noticed; and who was refused. */
export function SignInList({ items, refused }: SignIns) {
  const text = usePanelTexts("home.signIns");
  return (
    <Section title={text("title")} id="sign-ins">
      <Words>
        {refused > 0 && (
          <Notice kind="info">
            <p>{text("refused", { count: refused })}</p>
          </Notice>
        )}
        {items.length === 0 && <p>{text("none")}</p>}
        {items.length > 0 && (
          <FramedList aria-labelledby="sign-ins">
            {items.map((item) => (
              <SignInRow key={item.at} signIn={item} />
            ))}
          </FramedList>
        )}
      </Words>
    </Section>
  );
}

function SignInRow({ signIn }: { signIn: SignIn }) {
  const { language } = useScreen();
  const zone = useInBrowser(localZone, "UTC");
  const { at, way, provider, secondStep, address } = signIn;
  const text = usePanelTexts("home.signIns");
  const first = way === "provider" && provider !== null ? provider : text(`way.${way}`);
  const how = secondStep ? text("twoSteps", { way: first }) : first;
  return (
    <Row
      // Browser and server may write the same date with another space or comma.
      name={<bdi suppressHydrationWarning>{timeIn(language, zone, at)}</bdi>}
      about={[isolated(how), isolated(deviceIn(signIn, text)), leftToRight(address)]}
    />
  );
}

function deviceIn({ browser, system }: SignIn, text: Translate): string {
  if (browser !== null && system !== null) return text("device", { browser, system });
  return browser ?? system ?? text("unknownDevice");
}

// The zone of a browser does not change while a page is open; the server does not know it.
const localZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function timeIn(language: string, timeZone: string, time: number): string {
  const day = { year: "numeric", month: "short", day: "numeric" } as const;
  const clock = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;
  return timesIn(language, { ...day, ...clock, timeZone }).format(time);
}
