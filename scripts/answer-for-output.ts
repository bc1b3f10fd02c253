/** Ends the script as soon as its output cannot be written, with 1 and a line that says so. */
export function answerForOutput(): void {
  let failed: NodeJS.ErrnoException | undefined;
  process.stdout.on("error", (error) => {
    failed = error;
    process.exit();
  });
  process.on("exit", () => {
    // Of its last words, as those of --help, a script ends before it hears.
    const error: NodeJS.ErrnoException | null = failed ?? process.stdout.errored;
    // Whoever reads may have enough, as `head` has.
    if (error === null || error.code === "EPIPE") return;
    console.error(`The output cannot be written (${error.code}): it is not whole.`);
    process.exitCode = 1;
  });
}
