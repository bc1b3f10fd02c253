// rjsf shows some of its own English messages through Markdown; none of them is reachable in our forms.
export const Markdown = (): null => null;
