"""The check of a built site finds what it is there for."""

import pytest
from site_pages import check as check_site

GOOD = """<link rel="stylesheet" href="a/style.css"><link rel="canonical" href="https://x.org/">
<script src="a/script.js"></script><style>p { background: url(data:image/png;base64,AA==) }</style>
<body id="top"><a href="#top">up</a> <a href="sub/page.html#here">page</a>
<a href="https://x.org/">out</a> <img src="a/b.png?v=1" srcset="a/b.png 2x"></body>"""
PAGE = """<h1 id="here">Here</h1><a href="../index.html">home</a><a href="..">also</a>"""


@pytest.fixture
def site(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "sub").mkdir()
    for name in ("script.js", "b.png", "c.woff"):
        (tmp_path / "a" / name).touch()
    (tmp_path / "a" / "style.css").write_text("@font-face { src: url('c.woff') }")
    (tmp_path / "index.html").write_text(GOOD)
    (tmp_path / "sub" / "page.html").write_text(PAGE)
    return tmp_path


def test_a_good_site(site, capsys):
    assert check_site.main([str(site)]) == 0
    assert capsys.readouterr().out.startswith("2 pages: ")


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("x.html", '<script src="https://cdn.net/a.js"></script>', "x.html loads https://cdn"),
        ("x.html", '<link rel="preconnect" href="//fonts.net">', "x.html loads //fonts.net from"),
        ("x.html", '<p style="background: url(http://x.org/a.png)">', "from elsewhere"),
        ("x.html", "<style>@import 'https://x.org/a.css';</style>", "from elsewhere"),
        ("x.html", '<img src="a/none.png">', "a/none.png, which does not exist"),
        ("x.html", '<a href="sub/none.html">a</a>', "sub/none.html, which does not exist"),
        ("x.html", '<a href="sub/page.html#there">a</a>', "has no such anchor"),
        ("x.html", '<a href="#there">a</a>', "has no such anchor"),
        ("a/x.css", "@import url(https://x.org/a.css);", "a/x.css loads https://x.org/a.css"),
    ],
)
def test_a_fault(site, capsys, name, text, fault):
    (site / name).write_text(text)
    assert check_site.main([str(site)]) == 1
    assert fault in capsys.readouterr().err


def test_no_site(tmp_path, capsys):
    assert check_site.main([str(tmp_path)]) == 1
    assert "has no pages" in capsys.readouterr().err
