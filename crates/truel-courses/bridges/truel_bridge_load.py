"""Finds the agent's class as the courses' referees did: by importing its package from the folder
that holds it.
"""

import importlib
import importlib.util
import os
import re
import sys

from truel_bridge import Fault, seed_numpy


def load_class(path, name):
    """The class `name` of the package, folder or file at `path`; the working folder becomes the one
    it was run in.
    """
    path = os.path.abspath(path)
    if not os.path.exists(path):
        raise Fault("crash", f"there is no {path}")
    path = inner_package(path, name)
    root, module = whereabouts(path)
    tried = {root}
    while True:
        at_home(root, path)
        try:
            found = import_from(root, module, path)
            break
        except ImportError as error:
            # The referee was run further up: the package is part of a larger one, or leans on what
            # lay beside the referee.
            above = home_of(error, root)
            if above is None and called_itself(error, path):
                found = import_as(top_name(error), path)
                break
            if above is None or above in tried:
                raise
            root, module = above, dotted(above, path)
            tried.add(root)
            forget(path)
    seed_numpy()
    return class_of(found, name, path)


def home_of(error, root):
    """The folder from `root` upwards in which what could not be imported lies."""
    if "beyond top-level package" in str(error):
        return os.path.dirname(root)
    missing = top_name(error)
    folder = root
    for _ in range(4):
        if missing and (
            os.path.isdir(os.path.join(folder, missing)) or os.path.isfile(os.path.join(folder, missing + ".py"))
        ):
            return folder
        folder = os.path.dirname(folder)
    return None


def top_name(error):
    """The package or module that an import did not find."""
    return (getattr(error, "name", None) or "").split(".")[0]


def called_itself(error, path):
    """Whether what is missing is the package's own name from before somebody renamed its folder (a
    clone, a student's number).
    """
    missing = top_name(error)
    if not missing or not os.path.isfile(os.path.join(path, "__init__.py")):
        return False
    own = [file[:-3] for file in os.listdir(path) if file.endswith(".py")]
    asked = re.compile(rf"^\s*(?:from|import)\s+{re.escape(missing)}\.(\w+)", re.M)
    return any(set(asked.findall(text_of(os.path.join(path, file + ".py")))) & set(own) for file in own)


def import_as(alias, path):
    """Imports a package or file under this name."""
    file, inside = path, None
    if os.path.isdir(path):
        file, inside = os.path.join(path, "__init__.py"), [path]
    spec = importlib.util.spec_from_file_location(alias, file, submodule_search_locations=inside)
    found = importlib.util.module_from_spec(spec)
    sys.modules[alias] = found
    spec.loader.exec_module(found)
    return found


def dotted(root, path):
    """How the referee was told of it when it ran in `root`: `my_team/players/one.py` is
    `my_team.players.one`.
    """
    return os.path.splitext(os.path.relpath(path, root))[0].replace(os.sep, ".")


def forget(path):
    """What a failed import has left behind would be taken for a module that is there."""
    beside = path if os.path.isdir(path) else os.path.dirname(path)
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", "") or "").startswith(beside + os.sep):
            del sys.modules[name]


def inner_package(path, name):
    """The one package in a folder that is none itself: people name the folder they have
    unpacked.
    """
    if not os.path.isdir(path) or os.path.exists(os.path.join(path, "__init__.py")) or modules_with(path, name):
        return path
    inner = [os.path.join(path, entry) for entry in sorted(os.listdir(path))]
    inner = [
        folder for folder in inner if os.path.isdir(folder) and mentions(os.path.join(folder, "__init__.py"), name)
    ]
    if len(inner) > 1:
        names = ", ".join(os.path.basename(folder) for folder in inner)
        raise Fault("crash", f"{path} holds several packages with `{name}`; name one: {names}")
    return inner[0] if inner else path


def modules_with(folder, name):
    """The modules of a folder that define this class."""
    files = [file for file in sorted(os.listdir(folder)) if file.endswith(".py")]
    defining = re.compile(rf"^class\s+{re.escape(name)}\b", re.M)
    return [file[:-3] for file in files if defining.search(text_of(os.path.join(folder, file)))]


def mentions(file, name):
    return re.search(rf"\b{re.escape(name)}\b", text_of(file)) is not None


def text_of(file):
    try:
        with open(file, encoding="utf-8", errors="replace") as opened:
            return opened.read()
    except OSError:
        return ""


def import_from(root, module, path):
    """Imports by name; by file where the name is none (`my.agent.py`) or taken (an agent called
    `random.py`).
    """
    first = module.split(".")[0]
    known = sys.modules.get(first)
    stem = os.path.splitext(os.path.basename(path))[0]
    is_taken = known is not None and root not in str(getattr(known, "__path__", "") or getattr(known, "__file__", ""))
    if not is_taken and ("." not in stem or (os.path.isdir(path) and "." not in os.path.basename(path))):
        return importlib.import_module(module)
    return import_as("agent_" + "".join(letter if letter.isalnum() else "_" for letter in stem), path)


def whereabouts(path):
    """The folder to stand in, and what to import there."""
    if os.path.isdir(path):
        return os.path.dirname(path), os.path.basename(path)
    folder, file = os.path.split(path)
    stem = os.path.splitext(file)[0]
    if stem == "__init__":
        return whereabouts(folder)
    if os.path.exists(os.path.join(folder, "__init__.py")):
        return os.path.dirname(folder), os.path.basename(folder) + "." + stem
    return folder, stem


def at_home(root, path):
    """The referee was run in the folder that holds the package, which was first on the path."""
    os.chdir(root)
    if sys.path[:1] != [root]:
        sys.path.insert(0, root)
    # Not there originally, and last here: for modules that import their neighbours without a dot,
    # or their own folder by its name although they were named as a file.
    beside = path if os.path.isdir(path) else os.path.dirname(path)
    for folder in (beside, os.path.dirname(beside)):
        if folder not in sys.path:
            sys.path.append(folder)


def class_of(module, name, path):
    """The class in the module, or in the one module of the package where people put it."""
    found = getattr(module, name, None)
    if found is None and hasattr(module, "__path__"):
        inside = modules_with(path, name) if os.path.isdir(path) else []
        # Where several have one, the usual name decides.
        inside.sort(key=lambda inner: inner.lower() != "player")
        if inside:
            found = getattr(importlib.import_module(module.__name__ + "." + inside[0]), name, None)
    if found is None:
        classes = [key for key, value in vars(module).items() if isinstance(value, type)]
        has = "it has " + ", ".join(classes[:8]) if classes else "it has no class at all"
        raise Fault("crash", f"{path} has no class `{name}`: {has}")
    return found


def whole(number):
    """A whole number, numpy's and 2.0 included, as the referees' comparisons took them."""
    if isinstance(number, (str, bytes)) or int(number) != number:
        raise ValueError(number)
    return int(number)
