import { Notice } from "../shell/notice.tsx";

/** What is wrong with a form in general. The region stands before it is filled, so that filling it is announced. */
export function GeneralProblems({ texts }: { texts: readonly string[] }) {
  return (
    <div role="alert">
      {texts.length > 0 && (
        <Notice kind="danger">
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
    </div>
  );
}
