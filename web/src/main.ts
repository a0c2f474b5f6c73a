import "./theme.css";
import "./house/house.css";
import { mount } from "svelte";
import App from "./App.svelte";
import NoServer from "./house/NoServer.svelte";
import { speak } from "./lib/i18n.svelte";
import { settings } from "./lib/settings.svelte";

const target = document.getElementById("app");

async function start(): Promise<void> {
  if (!target) return;
  try {
    await speak(settings.lang);
  } catch {
    // Without its words no page can be shown: this one brings its own.
    mount(NoServer, { target, props: { lang: settings.lang } });
    return;
  }
  mount(App, { target });
}

void start();
