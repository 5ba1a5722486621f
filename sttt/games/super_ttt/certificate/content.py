"""The content of a file of proofs, read once: what is hashed, what is parsed and what is checked are the same bytes."""

import lzma
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Self

from sttt.errors import CertificateError
from sttt.execution.foreign import read_regular

MOST_BYTES = 2**28
"""The size of the largest file, and of the largest text that is packed in one."""

MOST_CHARACTERS = 1000
"""In a line."""

_XZ = b"\xfd7zXZ\x00"

_RATIO = 200
"""Bytes of text for each packed one, at most, beside the first million; certificates have some 30."""

_XZ_MEMORY = 2**27
"""Bytes that unpacking may take: twice what the largest preset of xz needs."""


@dataclass(frozen=True)
class ProofText:
    """A file's text, unpacked, and what identifies the file."""

    path: Path
    sha256: str
    """The hash of the bytes of the file, packed or not."""
    text: bytes = field(repr=False)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file, packed with xz or plain; raises `CertificateError` if it cannot be read or is too large."""
        try:
            stored = read_regular(path, MOST_BYTES, follow=True)
        except OSError as error:
            raise CertificateError(f"{path}: {error.strerror}; expected a certificate") from error
        text = _unpacked(path, stored) if stored.startswith(_XZ) else stored
        return cls(path, sha256(stored).hexdigest(), text)

    def lines(self) -> Iterator[str]:
        """Yield the lines without their ends; raises `CertificateError` at one too long or of what is no text."""
        file = BytesIO(self.text)
        at = 0
        try:
            while raw := file.readline(MOST_CHARACTERS):
                at += 1
                if not raw.endswith(b"\n"):
                    raise CertificateError(f"{self.path}: line {at} is cut off or too long; expected it to end")
                yield raw[:-1].decode("ascii")
        except UnicodeDecodeError as error:
            raise CertificateError(f"{self.path}: line {at}: {error}; expected a whole text file") from error


def _unpacked(path: Path, stored: bytes) -> bytes:
    """Unpack one xz stream, after which the file must end."""
    most = min(MOST_BYTES, 2**20 + _RATIO * len(stored))
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)
    try:
        text = unpacker.decompress(stored, most + 1)
    except lzma.LZMAError as error:
        raise CertificateError(f"{path}: {error}; expected a whole file of xz") from error
    if len(text) > most:
        raise CertificateError(
            f"{path}: it unpacks to more than {most:,} bytes; expected no more of a file of its size"
        )
    if not unpacker.eof:
        raise CertificateError(f"{path}: its xz stream is cut off; expected it to end")
    if unpacker.unused_data:
        raise CertificateError(f"{path}: something lies after its xz stream; expected nothing")
    return text
