/**
 * The style sheet of the mini-game. It is added to our own element, not to the page's head, and every
 * rule starts with our own class. The panel is beside the board if the root is wide enough for both,
 * else below it: wrapping flex items depend on the root, not on the window.
 */
export const STYLE = `
.nmm{display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start;justify-content:center;
width:100%;max-width:100%;min-width:0;margin:0 auto;padding:0;box-sizing:border-box;
font:14px/1.5 system-ui,"Hiragino Sans","Noto Sans CJK JP","Noto Sans JP",sans-serif;color:#2d1c0c;text-align:left}
.nmm *{box-sizing:border-box}
.nmm [hidden]{display:none!important}
.nmm-board{position:relative;flex:3 1 400px;min-width:0;max-width:520px}
.nmm-board canvas{display:block;width:100%;height:auto;aspect-ratio:1;border-radius:3.4%;
touch-action:manipulation;user-select:none;-webkit-user-select:none;-webkit-tap-highlight-color:transparent;outline:0}
.nmm-points{position:absolute;inset:0;pointer-events:none}
.nmm-points button{position:absolute;width:12.5%;height:12.5%;min-width:0;min-height:0;margin:0;padding:0;
transform:translate(-50%,-50%);border:0;border-radius:50%;background:none;box-shadow:none;outline:0}
.nmm-points button:focus-visible{outline:3px solid #0b57d0;outline-offset:0;box-shadow:inset 0 0 0 3px #fff}
.nmm-panel{flex:1 1 210px;min-width:0;max-width:520px;padding:12px;border-radius:12px;
background:#fbf3e4;border:1px solid #d9bf94;box-shadow:0 1px 3px #0003}
.nmm-turn{display:flex;flex-wrap:wrap;gap:2px 8px;align-items:baseline;justify-content:space-between;font-weight:700;font-size:16px}
.nmm-turn span:last-child{font-weight:400;font-size:13px;color:#6b4c26}
.nmm table{width:100%;margin:6px 0;border-collapse:collapse;font-size:13px;background:none;color:inherit}
.nmm th,.nmm td{padding:3px 2px;border:0;border-bottom:1px solid #e6d3b0;text-align:center;font-weight:400;background:none;color:inherit}
.nmm thead th{color:#6b4c26;font-size:11px;border-bottom-color:#cfae78}
.nmm tbody th{text-align:left;font-weight:600;overflow-wrap:anywhere}
.nmm tr.nmm-active{background:#f3dfb8}
.nmm-man{display:inline-block;width:12px;height:12px;margin-right:5px;border-radius:50%;vertical-align:-1px;
border:1px solid #6b5431;background:radial-gradient(circle at 35% 30%,#fff,#ead9b5)}
.nmm-man.nmm-black{border-color:#000;background:radial-gradient(circle at 35% 30%,#77706a,#100e0d)}
.nmm-hint{min-height:calc(3em + 12px);margin:8px 0;padding:6px 10px;border-radius:8px;background:#fffdf8;border-left:4px solid #b0762f;overflow-wrap:anywhere}
.nmm-hint.nmm-wrong{border-left-color:#c3161f;color:#8e0f17}
.nmm-buttons{display:flex;flex-wrap:wrap;gap:6px}
.nmm-button{flex:1 1 auto;min-height:36px;margin:0;padding:6px 10px;border:1px solid #8a5a24;border-radius:8px;
background:#fff8ea;color:#4b2a10;font:600 13px/1.3 inherit;font-family:inherit;cursor:pointer;box-shadow:none;text-transform:none}
.nmm-button:hover:not(:disabled){background:#f6e3bf}
.nmm-button:focus-visible{outline:3px solid #0b57d0;outline-offset:1px}
.nmm-button:disabled{opacity:.45;cursor:default}
.nmm-button.nmm-main{background:#8a5a24;color:#fff}
.nmm-button.nmm-main:hover{background:#6d4315}
.nmm-exp{margin-top:6px;font-weight:600}
.nmm-moves-title{margin-top:8px;font-size:12px;color:#6b4c26}
.nmm-moves{max-height:7.5em;margin:2px 0 0;padding:4px 8px;overflow:auto;border-radius:8px;background:#fffdf8;list-style:none;
font:13px/1.5 ui-monospace,Menlo,Consolas,monospace}
.nmm-moves li{display:grid;grid-template-columns:2.4em 1fr 1fr;gap:4px;margin:0;padding:0;list-style:none}
.nmm-moves li>span:first-child{color:#6b4c26}
.nmm-result{position:absolute;left:50%;top:50%;width:64%;min-width:236px;max-width:96%;transform:translate(-50%,-50%);padding:14px 16px;
border-radius:14px;background:#fffaf0f2;border:2px solid #b0762f;box-shadow:0 6px 24px #0007;text-align:center}
.nmm-result p{margin:2px 0}
.nmm-result .nmm-title{font-size:22px;font-weight:800;line-height:1.3}
.nmm-result.nmm-won .nmm-title{color:#0d7a3d}
.nmm-result.nmm-lost .nmm-title{color:#b3141d}
.nmm-result .nmm-buttons{margin-top:10px;justify-content:center}
.nmm-paused canvas{filter:saturate(.45) brightness(.8)}
.nmm-hidden{position:absolute;width:1px;height:1px;margin:-1px;padding:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap;border:0}
`.replace(/\n/g, '')
