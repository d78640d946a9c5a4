// The pages of a player, and of everybody one follows, come alive.

import "./page";
import type { Following } from "./followed";
import { startFollowForms } from "./followforms";
import { startFollowing } from "./following";

startFollowForms();
const data = document.querySelector("#following-data");
if (data) startFollowing(JSON.parse(data.textContent) as Following);
