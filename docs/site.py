"""Links of the guide to files of the repository lead to copies of them on the site, as text.

A hook of MkDocs: a page such as docs/from-go.md links to ../api/src/main/java/.../Kind.java, which is no page. Links to folders
become their text. With the reference beside the guide (./drover docs --javadoc), each page links to it.
"""

import os
import posixpath
import re
import shutil
from pathlib import Path

from mkdocs.structure.nav import Link, Section

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[([^\]\[]*(?:\[[^\]]*\][^\]\[]*)*)\]\(([^)\s#:]+)(#[^)\s]*)?\)")


def on_page_markdown(markdown, page, config, **_):
    folder = posixpath.dirname("docs/" + page.file.src_uri)

    def link(match):
        text, target = match.group(1), match.group(2)
        path = posixpath.normpath(posixpath.join(folder, target))
        source = ROOT / path
        if path.startswith("..") or source.is_dir():
            return text
        if path.startswith("docs/") or not source.is_file():
            return match.group(0)
        copy = Path(config["site_dir"]) / "source" / (path + ".txt")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)
        up = "../" * page.file.src_uri.count("/")
        return f"[{text}]({up}source/{path}.txt)"

    return LINK.sub(link, markdown)


def on_nav(nav, **_):
    if os.environ.get("DROVER_REFERENCE") == "yes":
        nav.items.insert(-1, Section("Reference", [Link("Drover", "api/index.html"), Link("Testkit", "api/testkit/index.html")]))
    return nav
