#!/usr/bin/env python3
"""Which files of a folder an XSD refuses for more than keys and references, as "NAME: why"; XSD 1.1 too (python3-xmlschema).

Usage: tests/map/refused_by_xsd.py XSD FOLDER     exit 77 if the validator is missing
"""

import pathlib
import re
import sys

try:
    import xmlschema
except ImportError as error:
    print(f"{error}; scripts/install-deps test installs it")
    sys.exit(77)


def main():
    schema = xmlschema.XMLSchema11(sys.argv[1])
    for file in sorted(pathlib.Path(sys.argv[2]).glob("*.xodr")):
        for error in schema.iter_errors(str(file)):
            reason = " ".join((error.reason or "").split())
            if not re.search(r"\bXsd11(Key|Keyref|Unique)\(", reason):
                print(f"{file.name}: {error.path}: {reason}")
                break
    return 0


if __name__ == "__main__":
    sys.exit(main())
