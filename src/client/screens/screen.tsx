import { keyframes } from "@emotion/react";
import styled from "@mui/styled-engine";
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { pickByName } from "../../shared/pick-by-name.ts";
import { problemTexts } from "../../shared/problem-codes.ts";
import { headingOf, titleOf } from "../../shared/screen-title.ts";
import { onPhones, withMotion } from "../look/theme.ts";
import { addressOf } from "../page/page.ts";
import { type ScreenContext, useScreen } from "../page/screen-context.ts";
import { Actions, hasActions, hasPrimaryAction, WayList, WaysAbove } from "../parts/actions.tsx";
import { Emblem } from "../parts/emblem.tsx";
import { useGlide } from "../parts/glide.ts";
import { Notice } from "../parts/notice.tsx";
import type { Heading, PanelModule, Way } from "../parts/panel.ts";
import { PostForm } from "../parts/post-form.tsx";
import { ProblemAlert } from "../parts/problem-alert.tsx";
import { questionOf } from "../parts/question.tsx";
import { Sending } from "../parts/sending.tsx";
import { useAnswers } from "../parts/use-answers.ts";
import { Asked, askedButton } from "./asked.tsx";
import { useAutoSubmit } from "./auto-submit.ts";
import { type Body, bodyOf, type FormBody } from "./bodies.ts";
import { Links, MainWay, waysOf } from "./links.tsx";

const appear = keyframes({ from: { opacity: 0 } });

const Section = styled("section", { shouldForwardProp: (name) => name !== "arrived" })<{ arrived: boolean }>(
  ({ theme, arrived }) => ({
    [withMotion]: arrived && { animation: `${appear} 220ms ease-out` },
    "& h1": {
      fontSize: "1.75rem",
      lineHeight: 1.2,
      fontWeight: 600,
      letterSpacing: "-0.022em",
      textWrap: "balance",
      [onPhones]: { fontSize: "1.625rem" },
    },
    "& h1:focus": { outline: "none" },
    "& header p": { marginTop: 8, color: theme.vars.palette.text.secondary, textWrap: "pretty" },
    // An announcement's place stands before there is anything to announce; empty, it takes no room.
    "& > header ~ :not(:empty)": { marginTop: 24 },
    "& > header ~ nav:last-child": { marginTop: 16 },
  }),
);

/** One screen as the configuration describes it; it knows none of them by name. */
export function Screen() {
  const context = useScreen();
  const { part, say, t, problems, visit, failed } = context;
  // Not the first screen of the page: it fades in at its top, and its heading takes the focus.
  const arrived = visit > 0;
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const notePlaces = useGlide(section, problems);
  const noteFocus = useKeptFocus(heading);
  const turn = useAnswers(problems);
  useAutoSubmit();
  useLayoutEffect(() => {
    if (!arrived) return;
    scrollTo({ top: 0, behavior: "instant" });
    const begun = document.activeElement;
    // Where typing begins, a field has the focus by now: it has to be seen also where it is far below the top.
    if (section.current?.contains(begun)) begun?.scrollIntoView({ block: "nearest", behavior: "instant" });
    else heading.current?.focus({ preventScroll: true });
  }, [arrived]);
  const body = failed ? undefined : bodyOf(part);
  const asked = askedButton(context);
  const emblem = body?.panel?.emblem && (part.icon ?? body.panel.emblem);
  const { title, text } = headerOf(context);
  const pageTitle = titleOf(t, title, context.partner.partnerName, problems);
  useEffect(() => {
    document.title = pageTitle;
  }, [pageTitle]);
  const subtitles = subtitlesOf(context, text).filter((line) => line !== "");
  return (
    <Section ref={section} arrived={arrived} onFocus={noteFocus} onClickCapture={notePlaces}>
      <header id="screen-header">
        {emblem && <Emblem icon={emblem} />}
        {/* A message that comes with its screen is announced by the focus alone: its place was not there before. */}
        <h1
          id="screen-title"
          ref={heading}
          tabIndex={-1}
          // A page that comes with a message has no focus yet; a screen that arrives later is given it above.
          {...(say !== undefined && { autoFocus: true })}
          aria-describedby={say !== undefined && turn === 0 ? "screen-message" : undefined}
        >
          {title}
        </h1>
        {subtitles.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </header>
      <div id="screen-message" role="status">
        {say !== undefined && (
          <Notice key={turn} kind={context.toneOf(say)} isAnswer={turn > 0}>
            {t(say)}
          </Notice>
        )}
      </div>
      <Sending />
      {(asked !== undefined || body?.form === undefined) && (
        <ProblemAlert texts={textsOf(problems, t)} turn={turn} />
      )}
      {asked !== undefined && <Asked button={asked} />}
      {asked === undefined && (body === undefined ? <TryAgain /> : <Middle body={body} />)}
    </Section>
  );
}

/**
 * A fresh view of the same screen may take away what has the focus, as the button that chose another way: the heading
 * takes it then, so that the keyboard goes on from here. Gives the listener that notes what is focused.
 */
function useKeptFocus(heading: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const focused = useRef<Element>(null);
  // After every change: whatever is drawn anew can take it away.
  useEffect(() => {
    if (focused.current?.isConnected !== false) return;
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    // A dialog that goes gives the focus back unheard.
    focused.current = document.activeElement;
  });
  return ({ target }) => {
    focused.current = target;
  };
}

function Middle({ body: { panel, form } }: { body: Body }) {
  const context = useScreen();
  const ways = [...(panel?.waysOf?.(context) ?? []), ...waysOf(context)];
  const listed = ways.filter((way) => way.listed === true);
  // Of a form, what the file names before those of the list helps to fill it in, and stands beside its button.
  const firstListed = ways.findIndex((way) => way.listed === true);
  const helping = form === undefined ? [] : ways.slice(0, Math.max(firstListed, 0));
  const [main, others] = mainFirst(
    context,
    ways.filter((way) => way.listed !== true && !helping.includes(way)),
  );
  const acts = form === undefined && hasActions(context);
  return (
    <>
      {panel !== undefined && (panel.isBrief ? <Brief panel={panel} /> : <panel.Panel />)}
      <WaysAbove listed={listed} />
      {form !== undefined && <FormPart {...form} panel={panel} helping={helping} listed={listed} />}
      {main !== undefined && <MainWay way={main} />}
      {acts && (
        <PostForm>
          <Actions listed={listed} />
        </PostForm>
      )}
      {form === undefined && !acts && listed.length > 0 && (
        <nav aria-label={context.t("shell.otherWays")}>
          <WayList ways={listed} />
        </nav>
      )}
      <Links ways={others} />
      {panel?.Below !== undefined && <panel.Below />}
    </>
  );
}

// A screen that sends something has its primary action already; all its links stay links.
function mainFirst(context: ScreenContext, ways: Way[]): [Way | undefined, Way[]] {
  const [first, ...others] = ways;
  return hasPrimaryAction(context) ? [undefined, ways] : [first, others];
}

function Brief({ panel }: { panel: PanelModule }) {
  return (
    <div id="screen-brief">
      <panel.Panel />
    </div>
  );
}

interface FormPartProps extends FormBody {
  panel: PanelModule | undefined;
  helping: readonly Way[];
  listed: readonly Way[];
}

function FormPart({ form, ScreenForm, panel, helping, listed }: FormPartProps) {
  const introduction = introductionOf(useScreen(), panel);
  return (
    <ScreenForm key={form.id} form={form} introduction={introduction}>
      <Actions listed={listed} help={<Links ways={helping} />} />
    </ScreenForm>
  );
}

/** Ids of what stands above a form where typing begins; undefined where something is to be read before, as a message or a long panel. */
function introductionOf(
  { say, problems }: ScreenContext,
  panel: PanelModule | undefined,
): string | undefined {
  if (say !== undefined || Object.keys(problems).length > 0) return undefined;
  if (panel === undefined) return "screen-header";
  return panel.isBrief ? "screen-header screen-brief" : undefined;
}

/** The same address, but for what of it was refused, which would be refused again. */
function TryAgain() {
  const context = useScreen();
  const { query, problems, t } = context;
  const taken = pickByName(query, (name) => problems[name] === undefined);
  return <MainWay way={{ href: addressOf({ ...context, query: taken }), text: t("shell.tryAgain") }} />;
}

/** What is wrong, where no form has fields to show it at; each text once. */
function textsOf(problems: ScreenContext["problems"], t: ScreenContext["t"]): string[] {
  return [...new Set(Object.values(problemTexts(problems, t)).flat())];
}

/** The heading of what stands there, and the text below it. */
export function headerOf(context: ScreenContext): Heading {
  const { t, textKey, screen, part, failed } = context;
  const asked = askedButton(context);
  if (asked !== undefined) return questionOf(context, asked);
  const own = failed ? undefined : bodyOf(part).panel?.headingOf?.(context);
  return own ?? { title: headingOf(t, screen, part), text: t(`${textKey}.text`) };
}

/**
 * Below the heading: which application waits, which goes on with its words, the text of its own, whose account it is
 * about, and who is signed in already. A view may say all but the text of any screen that has words for it.
 */
function subtitlesOf(
  { view: { client, username, signedIn, signedInAs }, t, textKey }: ScreenContext,
  text: string,
): string[] {
  const application =
    typeof client === "object" && client !== null && "name" in client ? client.name : undefined;
  const told = (key: string, name: unknown) =>
    typeof name === "string" ? t(`${textKey}.${key}`, { name }) : "";
  const howToGoOn = signedIn === false ? "signInAnew" : "alreadySignedIn";
  const accounts = [told("forAccount", username), told(howToGoOn, signedInAs)];
  return [told("continueTo", application), text, ...accounts];
}
