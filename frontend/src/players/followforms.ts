// The buttons that follow and unfollow: they answer in place.

import type { TemplateResult } from "lit-html";
import { html } from "lit-html";
import { parts, say } from "../words/words";

/** A button to follow or unfollow a player. */
export function followButton(player: string, name: string, follows: boolean): TemplateResult {
  const who = { name: html`<bdi>${name}</bdi>` };
  const follow = `/follow/${player}`;
  const unfollow = `/unfollow/${player}`;
  return html`<form
    class="follow"
    method="post"
    action=${follows ? unfollow : follow}
    data-player=${player}
    data-follow=${follow}
    data-unfollow=${unfollow}
  >
    <button type="submit" class="button small">
      ${follows ? parts("Unfollow {name}", who) : parts("Follow {name}", who)}
    </button>
    <output class="follow-said"></output>
  </form>`;
}

/** Lets the page's buttons answer in place; `changed` shows the result. */
export function startFollowForms(
  changed: (form: HTMLFormElement, follows: boolean) => void = show,
): void {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches("form.follow")) return;
    event.preventDefault();
    void send(form).then((answer) => {
      const said = form.querySelector("output");
      if (said) said.textContent = answer.sentence ?? "";
      if (answer.follows !== undefined) changed(form, answer.follows);
    });
  });
}

interface Answer {
  readonly follows?: boolean;
  readonly sentence?: string;
}

async function send(form: HTMLFormElement): Promise<Answer> {
  const token = "csrfmiddlewaretoken";
  const body = new FormData(form);
  if (!body.has(token))
    body.set(token, document.querySelector<HTMLInputElement>(`input[name=${token}]`)?.value ?? "");
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body,
      keepalive: true, // sent even if the visitor leaves the page at once
      headers: { accept: "application/json" },
    });
    return (await answer.json()) as Answer;
  } catch {
    return { sentence: say("We can’t reach the server. Try again in a moment.") };
  }
}

/** In a form the server has drawn, turns the button into its opposite. */
function show(form: HTMLFormElement, follows: boolean): void {
  const { name = "", follow = "", unfollow = "" } = form.dataset;
  const button = form.querySelector("button");
  form.action = follows ? unfollow : follow;
  if (!button) return;
  button.ariaLabel = follows ? say("Unfollow {name}", { name }) : say("Follow {name}", { name });
  button.textContent = follows ? say("Unfollow") : say("Follow");
}
