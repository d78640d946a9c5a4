// The pages of a player, and of everybody one follows, come alive.

import "./page";
import type { Following } from "./players/followed";
import { startFollowForms } from "./players/followforms";
import { startFollowing } from "./players/following";

startFollowForms();
const data = document.querySelector("#following-data");
if (data) startFollowing(JSON.parse(data.textContent) as Following);
