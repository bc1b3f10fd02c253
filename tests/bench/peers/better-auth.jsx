import { createAuthClient } from "better-auth/react";
import { createRoot } from "react-dom/client";

const client = createAuthClient({ baseURL: location.origin });

// It brings no form: the least that one has to write for it.
function SignIn() {
  const send = (event) => {
    event.preventDefault();
    const { email, password } = Object.fromEntries(new FormData(event.target));
    client.signIn.email({ email, password });
  };
  return (
    <form onSubmit={send}>
      <h1>Sign in</h1>
      <p>
        <label>
          User name <input name="email" autoComplete="username" />
        </label>
      </p>
      <p>
        <label>
          Password <input name="password" type="password" autoComplete="current-password" />
        </label>
      </p>
      <button type="submit">Sign in</button>
    </form>
  );
}

createRoot(document.getElementById("root")).render(<SignIn />);
