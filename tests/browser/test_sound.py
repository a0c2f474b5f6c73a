"""How loud the sounds are, rendered by the browser itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent.parent
AS_JAVASCRIPT = """
const { readFileSync } = require("fs");
const { ModuleKind, ScriptTarget, transpileModule } = require("typescript");
const options = { compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 } };
process.stdout.write(transpileModule(readFileSync("src/lib/sound-cues.ts", "utf8"), options).outputText);
"""
# Of each cue the loudest tenth of a second and its length.
MEASURE = """async (code) => {
    const { CUES, playCue } = new Function(`${code.replaceAll("export ", "")}; return { CUES, playCue }`)();
    const [rate, seconds, found] = [44100, 4, {}];
    for (const cue of Object.keys(CUES)) {
        const context = new OfflineAudioContext(1, rate * seconds, rate);
        playCue(context, cue);
        const samples = (await context.startRendering()).getChannelData(0);
        const part = rate / 10;
        let [loudest, last] = [0, 0];
        for (let start = 0; start + part < samples.length; start += part / 2) {
            const power = samples.slice(start, start + part).reduce((sum, one) => sum + one * one, 0) / part;
            loudest = Math.max(loudest, Math.sqrt(power));
            if (power > 1e-7) last = start + part;
        }
        found[cue] = [loudest, last / rate];
    }
    return found;
}"""


def test_no_sound_is_louder_than_the_die_and_none_is_lost(browser: Browser) -> None:
    command = [sys.executable, "-m", "tools.node", "node", "-e", AS_JAVASCRIPT]
    code = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    page = browser.new_page()
    found: dict[str, list[float]] = page.evaluate(MEASURE, code)
    page.close()
    die, _ = found["die"]
    for cue, (loudest, seconds) in found.items():
        assert die / 8 < loudest <= die, cue
        assert 0.1 < seconds < 3, cue
