import "./theme.css";
import "./pages/pages.css";
import { mount } from "svelte";
import App from "./App.svelte";
import NoServerPage from "./pages/NoServerPage.svelte";
import { inPage } from "./lib/host/host";
import { loadLanguage } from "./lib/i18n.svelte";
import { settings } from "./lib/settings.svelte";

const target = document.getElementById("app");

async function start(): Promise<void> {
  if (!target) return;
  try {
    await loadLanguage(settings.lang);
  } catch {
    // Without its words no page can be shown: this one brings its own.
    mount(NoServerPage, { target, props: { lang: settings.lang } });
    return;
  }
  mount(App, { target });
  // Whatever a later visit needs is kept now, so that it works without a network.
  if (inPage() && "serviceWorker" in navigator) void navigator.serviceWorker.register("service-worker.js").catch(() => undefined);
}

void start();
