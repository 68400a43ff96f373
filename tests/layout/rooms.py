"""Checks that the sources keep the house's rules; `--self-test` proves that each rule finds its fault.

usage: rooms.py SOURCE_DIR | rooms.py --self-test

(a) No file of a room includes a header of a room that it may not use. The arrows are those of
    src/CMakeLists.txt, followed to their ends; a private header is included by its own room only.
(b) Only the room mpi names MPI: its headers, functions and types.
(c) Only base/elementary calls functions of the C library whose bits depend on the processor, and
    no file uses Eigen's array versions of them.
"""

import pathlib
import re
import sys
import tempfile

SUFFIXES = {".cpp", ".hpp", ".ipp", ".h", ".cc"}
MPI_NAMES = re.compile(r"\bMPI_\w+|\bboost::mpi\b|#\s*include\s*[<\"](mpi\.h|mpi\.hpp|boost/mpi)")
ELEMENTARY = ("exp exp2 exp10 expm1 log log2 log10 log1p pow sin cos tan sincos asin acos atan atan2 "
              "sinh cosh tanh asinh acosh atanh erf erfc lgamma tgamma cbrt hypot").split()
NAMES = "|".join(ELEMENTARY)
STD_CALL = re.compile(rf"\bstd::(?:{NAMES})[fl]?\b")
GLOBAL_CALL = re.compile(rf"(?<![\w>:])::(?:{NAMES})[fl]?\s*\(")
EIGEN_CALL = re.compile(r"\.(?:exp|expm1|log|log1p|log2|log10|pow|sin|cos|tan|tanh|sinh|cosh|erf|lgamma)"
                        r"\(\s*\)|\barray\(\)\s*\.pow\(")
# Photinus has its own of these: unqualified they are its own if elementary.hpp is included.
OWN = {"exp", "expm1", "log", "log1p", "tanh"}
BARE_CALL = re.compile(rf"(?<![\w.:>])(?:{NAMES})[fl]?\s*\(")
ELEMENTARY_FILES = {"include/photinus/base/elementary.hpp", "src/base/elementary.cpp"}


def read_rooms(cmake):
    """Room -> rooms that it uses directly."""
    text = re.sub(r"#.*", "", cmake)
    uses = {}
    for name, body in re.findall(r"photinus_room\(\s*(\w+)([^)]*)\)", text):
        words, rooms, reading = re.sub(r"\$\{\w+\}", "", body).split(), set(), False
        for word in words:
            if word in ("SOURCES", "USES", "LINK"):
                reading = word == "USES"
            elif reading:
                rooms.add(word)
        uses[name] = rooms
    for name in re.findall(r"add_library\(\s*photinus_(\w+)\s+INTERFACE", text):
        uses.setdefault(name, set())
    for name, body in re.findall(r"target_link_libraries\(\s*photinus_(\w+)([^)]*)\)", text):
        uses.setdefault(name, set()).update(re.findall(r"\bphotinus_(\w+)", body))
    return uses


def reachable(uses, room):
    seen, waiting = set(), [room]
    while waiting:
        for other in uses.get(waiting.pop(), ()):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


def without_comments(text):
    """Code with comments and strings blanked, lines kept; the names of includes stay."""
    def blank(match):
        token = match.group(0)
        if token.startswith(("/*", "//")):
            return re.sub(r"[^\n]", " ", token)
        return token if match.string[:match.start()].rsplit("\n", 1)[-1].lstrip().startswith("#") else '""'
    return re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", blank, text, flags=re.S)


def room_of(path):
    parts = path.split("/")
    start = 2 if parts[:2] == ["include", "photinus"] else 1
    return parts[start] if len(parts) > start + 1 else None


def sources(root):
    for top in ("include/photinus", "src"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SUFFIXES:
                yield path.relative_to(root).as_posix(), without_comments(path.read_text())


def check_includes(path, line, room, uses, root):
    match = re.match(r"\s*#\s*include\s*([<\"])([^>\"]+)[>\"]", line)
    if not match:
        return None
    quote, name = match.groups()
    if name.startswith("photinus/"):
        other = room_of("include/" + name)
        if other not in uses:
            return f"{name} is in no known room"
        if other != room and other not in reachable(uses, room):
            return f"room {room} may not use room {other} ({name})"
        if not (root / "include" / name).is_file():
            return f"{name} does not exist"
    elif quote == '"' and not (root / path).parent.joinpath(name).is_file():
        return f"{name} is not a header of this room"
    elif ".." in name.split("/"):
        return f"{name} leaves its room"
    return None


def check_calls(path, line, own_functions):
    if path in ELEMENTARY_FILES:
        return None
    found = STD_CALL.search(line) or GLOBAL_CALL.search(line) or EIGEN_CALL.search(line)
    if not found:
        for bare in BARE_CALL.finditer(line):
            if not (own_functions and bare.group(0).rstrip("( ") in OWN):
                found = bare
                break
    return found and f"{found.group(0).strip()}: its bits depend on the processor (base/elementary)"


def included(text):
    return {"include/" + name for name in re.findall(r'#\s*include\s*"(photinus/[^"]+)"', text)}


def includes_elementary(path, texts):
    """Whether the file sees elementary.hpp; a part (.ipp) sees what the file that includes it sees."""
    seen, waiting = set(), [path]
    if path.endswith(".ipp"):
        waiting += [other for other, text in texts.items() if path in included(text)]
    while waiting:
        here = waiting.pop()
        if here in ELEMENTARY_FILES:
            return True
        if here in texts and here not in seen:
            seen.add(here)
            waiting += included(texts[here])
    return False


def check(root):
    uses = read_rooms((root / "src/CMakeLists.txt").read_text())
    texts = dict(sources(root))
    complaints = [f"src/CMakeLists.txt: room {room} uses itself in a circle"
                  for room in uses if room in reachable(uses, room)]
    for path, text in texts.items():
        room = room_of(path)
        if room not in uses:
            complaints.append(f"{path}: is in no room of src/CMakeLists.txt")
            continue
        own_functions = includes_elementary(path, texts)
        for number, line in enumerate(text.splitlines(), 1):
            reasons = [check_includes(path, line, room, uses, root),
                       check_calls(path, line, own_functions)]
            if room != "mpi" and MPI_NAMES.search(line):
                reasons.append("only the room mpi names MPI: " + MPI_NAMES.search(line).group(0))
            complaints += [f"{path}:{number}: {reason}" for reason in reasons if reason]
    if not texts:
        complaints.append(f"{root}: no sources found")
    return complaints


HOUSE = {
    "src/CMakeLists.txt": "photinus_room(base SOURCES a.cpp)\n# photinus_room(ghost SOURCES a.cpp)\n"
                          "photinus_room(data SOURCES b.cpp USES base)\n"
                          "add_library(photinus_link INTERFACE)\n"
                          "target_link_libraries(photinus_link INTERFACE photinus_data)\n"
                          "photinus_room(mpi SOURCES c.cpp USES link LINK Boost::mpi)\n",
    "include/photinus/base/elementary.hpp": "double exp(double x);\ninline double f() { return std::log(2.0); }\n",
    "include/photinus/base/plain.hpp": "// std::exp, MPI_Send and boost::mpi in words only\n",
    "include/photinus/data/rows.hpp": '#include "photinus/base/elementary.hpp"\n',
    "src/base/elementary.cpp": '#include "photinus/base/elementary.hpp"\n',
    "include/photinus/data/whole.hpp": '#include "photinus/data/rows.hpp"\n#include "photinus/data/part.ipp"\n',
    "include/photinus/data/part.ipp": "inline double p() { return exp(1.0); }\n",
    "src/data/own.hpp": "",
    "src/data/b.cpp": '#include "own.hpp"\n#include "photinus/data/rows.hpp"\n'
                      'double g(double x) { return exp(x) + std::sqrt(x) + a.log(x); }\n'
                      'const char* text = "std::exp(x) MPI_Send";\n',
    "src/mpi/c.cpp": '#include <boost/mpi/communicator.hpp>\n#include "photinus/base/elementary.hpp"\n'
                     "int h() { return MPI_Init(nullptr, nullptr); }\n",
}

# File, its text, and what the complaint must say.
FAULTS = [
    ("src/base/a.cpp", '#include "photinus/data/rows.hpp"\n', "room base may not use room data"),
    ("src/data/b.cpp", '#include <photinus/mpi/launch.hpp>\n', "room data may not use room mpi"),
    ("src/data/b.cpp", '#include "photinus/attic/x.hpp"\n', "no known room"),
    ("src/data/b.cpp", '#include "photinus/base/gone.hpp"\n', "does not exist"),
    ("src/base/a.cpp", '#include "own.hpp"\n', "not a header of this room"),
    ("src/base/a.cpp", '#include "../data/own.hpp"\n', "leaves its room"),
    ("src/attic/a.cpp", "int x;\n", "is in no room"),
    ("src/ghost/a.cpp", "int x;\n", "is in no room"),
    ("src/data/b.cpp", "#include <mpi.h>\n", "only the room mpi"),
    ("include/photinus/data/m.hpp", "#include <boost/mpi.hpp>\n", "only the room mpi"),
    ("src/data/b.cpp", "MPI_Comm world;\n", "only the room mpi"),
    ("src/data/b.cpp", "boost::mpi::communicator world;\n", "only the room mpi"),
    ("src/data/b.cpp", "using std::exp;\n", "std::exp"),
    ("src/mpi/c.cpp", "double x = ::tanh(1.0);\n", "::tanh"),
    ("src/data/b.cpp", "double x = pow(2.0, 0.5);\n", "pow"),
    ("src/base/a.cpp", "double x = exp(2.0);  // elementary.hpp is not included\n", "exp"),
    ("src/data/b.cpp", "auto y = v.array().exp();\n", ".exp()"),
    ("src/data/b.cpp", "auto y = v.array().pow(0.3);\n", "array().pow("),
] + [("src/data/b.cpp", f"double x = std::{name}(1.0);\n", f"std::{name}") for name in ELEMENTARY]


def build(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def self_test():
    wrong = []
    with tempfile.TemporaryDirectory() as place:
        clean = pathlib.Path(place) / "clean"
        build(clean, HOUSE)
        wrong += [f"a clean house is blamed: {complaint}" for complaint in check(clean)]
        for number, (name, text, expected) in enumerate(FAULTS):
            house = pathlib.Path(place) / str(number)
            build(house, {**HOUSE, name: text})
            found = check(house)
            if not any(complaint.startswith(name) and expected in complaint for complaint in found):
                wrong.append(f"not found in {name}: {text.strip()!r} ({found})")
        circle = pathlib.Path(place) / "circle"
        build(circle, {**HOUSE, "src/CMakeLists.txt": HOUSE["src/CMakeLists.txt"] +
                       "target_link_libraries(photinus_base PUBLIC photinus_mpi)\n"})
        if not any("circle" in complaint for complaint in check(circle)):
            wrong.append("a circle of rooms is not found")
    return wrong


def main(arguments):
    if len(arguments) != 1:
        print(__doc__)
        return 2
    complaints = self_test() if arguments[0] == "--self-test" else check(pathlib.Path(arguments[0]))
    for complaint in complaints:
        print(complaint)
    print(f"{len(complaints)} complaint(s)")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
