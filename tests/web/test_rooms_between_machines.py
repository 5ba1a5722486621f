"""A room between two machines: each is a network of its own here, and only the address that is shown joins them."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser import BROWSERS, PATIENCE, QUIET, expect
from support.command import STTT
from support.missing import require_program

ADDRESSES = {"host": "10.213.7.1", "guest": "10.213.7.2"}
"""Of both machines; nothing else is on their cable."""


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, timeout=60)


@pytest.fixture
def machines() -> Iterator[dict[str, str]]:
    """Make two networks with a cable between them; yield their names."""
    if not shutil.which("ip") or os.geteuid():
        pytest.skip("only root makes networks, with `ip netns`")
    names = {machine: f"sttt-{machine}-{os.getpid()}" for machine in ADDRESSES}
    made = []
    try:
        for machine, name in names.items():
            try:
                ip("netns", "add", name)
            except subprocess.CalledProcessError as error:
                pytest.skip(f"no network can be made here: {error.stderr.decode().strip()}")
            made.append(name)
            ip("-n", name, "link", "set", "lo", "up")
            if machine == "guest":
                ends = ("eth0", "netns", names["host"], "type", "veth", "peer", "name", "eth0", "netns", name)
                ip("link", "add", *ends)
        for machine, name in names.items():
            ip("-n", name, "address", "add", f"{ADDRESSES[machine]}/24", "dev", "eth0")
            ip("-n", name, "link", "set", "eth0", "up")
        yield names
    finally:
        for name in made:
            ip("netns", "delete", name)


def program_on(machine: str, folder: Path) -> str:
    """Return a program that is the browser on that machine."""
    path = folder / machine
    path.write_text(f'#!/bin/sh\nexec ip netns exec {machine} {require_program(*BROWSERS)} "$@"\n')
    path.chmod(0o755)
    return str(path)


def test_a_friend_on_another_machine_comes_by_the_address_that_is_shown(
    browser: Any, machines: dict[str, str], tmp_path: Path
) -> None:
    command = ["ip", "netns", "exec", machines["host"], STTT, "serve", "--host", "0.0.0.0", "--port", "8017"]  # noqa: S104 - of a network of its own
    with subprocess.Popen(
        [*command, "--searches", "1", "--rooms", str(tmp_path / "rooms")], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout
            server.stdout.readline()
            started = [
                browser.browser_type.launch(executable_path=program_on(name, tmp_path), args=list(QUIET))
                for name in machines.values()
            ]
            own, friends = (one.new_page(locale="en-US") for one in started)
            for page in (own, friends):
                page.set_default_timeout(PATIENCE)
            own.goto("http://127.0.0.1:8017/#game=four-by-four")
            own.wait_for_selector(".cell.free")
            own.click("#friend")
            own.click("#room-create")
            link = own.locator("#friend-link").input_value()
            assert link.startswith(f"http://{ADDRESSES['host']}:8017/")
            own.keyboard.press("Escape")
            friends.goto(link)
            for page in (own, friends):
                expect(page.locator("[data-seat='x']")).to_contain_text("here")
                expect(page.locator("[data-seat='o']")).to_contain_text("here")
            for placing, seeing, cell in ((own, friends, 4), (friends, own, 5)):
                expect(placing.locator("#status")).to_contain_text("to move")
                placing.click(f"[data-cell='{cell}']")
                expect(seeing.locator(f"[data-cell='{cell}']")).to_have_class(re.compile(r"\b[xo]\b"))
            for one in started:
                one.close()
        finally:
            server.terminate()
