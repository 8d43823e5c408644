#!/usr/bin/env python3
"""Makes the clients in Python and JavaScript from the daemon's description of its commands:

    seqd daemon --print-openrpc | Examples/make_clients.py [FOLDER]

It writes seqd_client.py and seqd_client.mjs into the folder (default: clients, beside it), from
client_templates.
"""
import json
import keyword
import os
import re
import sys
import textwrap

WIDTH = 100


def words(name):
    return re.split(r"[-.]", name)


def snake(name):
    text = "_".join(words(name))
    return text + "_" if keyword.iskeyword(text) else text


def camel(name):
    first, *rest = words(name)
    return first + "".join(word.capitalize() for word in rest)


def pascal(name):
    return "".join(word.capitalize() for word in words(name))


def plain(text):
    """The text as a sentence: with a capital letter and a full stop."""
    text = " ".join(text.split())
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."


def wrapped(text, indent, first=""):
    """Lines of at most WIDTH characters behind an indent, all of them indented like the text."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent + first,
        subsequent_indent=indent + " " * len(first),
        break_long_words=False,
        break_on_hyphens=False,
    )


class Language:
    """A type of a JSON schema in a language."""

    def type(self, schema):
        if "anyOf" in schema:
            return self.union([self.type(one) for one in schema["anyOf"]])
        if "enum" in schema:
            return self.literal(schema["enum"])
        kind = schema.get("type", "any")
        if isinstance(kind, list):
            return self.union([self.type({**schema, "type": one}) for one in kind])
        if kind == "array":
            return self.array(self.type(schema.get("items", {})))
        return self.names[kind]


class Python(Language):
    names = {
        "string": "str",
        "number": "float",
        "integer": "int",
        "boolean": "bool",
        "object": "Dict[str, Any]",
        "null": "None",
        "any": "Any",
    }

    def union(self, types):
        return "Union[" + ", ".join(dict.fromkeys(types)) + "]"

    def literal(self, values):
        return "Literal[" + ", ".join(json.dumps(value) for value in values) + "]"

    def array(self, item):
        return f"List[{item}]"

    def results(self, methods):
        for method in methods:
            yield ""
            yield ""
            yield f"class {pascal(method['name'])}Result(TypedDict, total=False):"
            yield f'    """The answer of `{method["name"]}`; a key that does not apply is not there."""'
            for key, schema in properties(method).items():
                yield ""
                yield f"    {key}: {self.type(schema)}"
                yield from self.docstring(plain(schema["description"]), "    ")

    def docstring(self, text, indent):
        text = text.replace("\\", "\\\\")
        lines = wrapped(text + '"""', indent, '"""')
        yield lines[0]
        yield from (indent + line.strip() for line in lines[1:])

    def methods(self, methods, prefix, call):
        for method in methods:
            yield ""
            yield from self.signature(method, prefix)
            parameters = method["params"]
            if prefix:
                name = snake(method["name"])
                yield from self.docstring(f"{method['summary']}; see Client.{name}().", "        ")
            else:
                text = [plain(method["summary"])]
                if "description" in method:
                    text += ["", method["description"]]
                text += ["", f"Needs the role {method['tags'][0]['name']}."]
                yield from self.long_docstring(text, parameters)
            arguments = ", ".join(
                f"{json.dumps(one['name'])}: {snake(one['name'])}" for one in parameters
            )
            line = f"        return {call}({json.dumps(method['name'])}, {{{arguments}}})"
            if len(line) <= WIDTH:
                yield line
                continue
            yield f"        return {call}("
            yield f"            {json.dumps(method['name'])},"
            yield "            {"
            for one in parameters:
                yield f"                {json.dumps(one['name'])}: {snake(one['name'])},"
            yield "            },"
            yield "        )"

    def signature(self, method, prefix):
        parameters = method["params"]
        required = [one for one in parameters if one["required"]]
        optional = [one for one in parameters if not one["required"]]
        positional = required or optional[:1]
        yield f"    {prefix}def {snake(method['name'])}("
        yield "        self,"
        for one in positional:
            yield f"        {self.parameter(one)},"
        named = [one for one in parameters if one not in positional]
        if named:
            yield "        *,"
        for one in named:
            yield f"        {self.parameter(one)},"
        yield f"    ) -> {pascal(method['name'])}Result:"

    def parameter(self, one):
        kind = self.type(one["schema"])
        if one["required"]:
            return f"{snake(one['name'])}: {kind}"
        line = f"{snake(one['name'])}: Optional[{kind}] = None"
        if len(line) < WIDTH - 8:
            return line
        inner = " " * 12
        return f"{snake(one['name'])}: Optional[\n{inner}{kind}\n        ] = None"

    def long_docstring(self, text, parameters):
        indent = "        "
        lines = []
        for paragraph in text:
            lines += wrapped(paragraph.replace("\\", "\\\\"), indent) or [""]
        if parameters:
            lines += ["", indent + "Arguments:"]
            for one in parameters:
                described = f"{snake(one['name'])}: {plain(one['description'])}"
                lines += wrapped(described.replace("\\", "\\\\"), indent + "    ")
        lines[0] = indent + '"""' + lines[0].strip()
        yield from lines
        yield indent + '"""'


class JavaScript(Language):
    names = {
        "string": "string",
        "number": "number",
        "integer": "number",
        "boolean": "boolean",
        "object": "Object",
        "null": "null",
        "any": "*",
    }

    def union(self, types):
        return "(" + "|".join(dict.fromkeys(types)) + ")"

    def literal(self, values):
        return "(" + "|".join(json.dumps(value) for value in values) + ")"

    def array(self, item):
        return f"{item}[]"

    def methods(self, methods):
        for method in methods:
            yield ""
            yield "  /**"
            yield from wrapped(plain(method["summary"]), "   * ")
            if "description" in method:
                yield "   *"
                yield from wrapped(method["description"], "   * ")
            yield "   *"
            yield f"   * Needs the role {method['tags'][0]['name']}."
            yield "   *"
            is_needed = any(one["required"] for one in method["params"])
            yield "   * @param {Object} " + ("parameters" if is_needed else "[parameters]")
            for one in method["params"]:
                name = f"parameters.{camel(one['name'])}"
                name = name if one["required"] else f"[{name}]"
                text = f"@param {{{self.type(one['schema'])}}} {name} {plain(one['description'])}"
                yield from wrapped(text, "   * ")
            fields = [
                f"{key}?: {self.type(schema)}" for key, schema in properties(method).items()
            ]
            yield from wrapped(f"@returns {{Promise<{{{', '.join(fields)}}}>}} The answer.", "   * ")
            yield "   */"
            name = camel(method["name"])
            names = [one["name"] for one in method["params"]]
            other = {camel(one): one for one in names if camel(one) != one}
            yield f"  {name}({'parameters' if is_needed else 'parameters = {}'}) {{"
            if other:
                yield f"    return this.call({json.dumps(method['name'])}, renamed(parameters, {{"
                for key, value in other.items():
                    yield f"      {key}: {json.dumps(value)},"
                yield "    }));"
            else:
                yield f"    return this.call({json.dumps(method['name'])}, parameters);"
            yield "  }"


def properties(method):
    """The keys of an answer that are names in programs, each described as its other spelling."""
    all = method["result"]["schema"]["properties"]
    found = {}
    for key, schema in all.items():
        if "-" in key:
            continue
        of = re.fullmatch(r"an alias of `(.*)`", schema["description"])
        found[key] = {**schema, "description": all[of[1]]["description"]} if of else schema
    return found


def filled(template, parts):
    """A template, each of whose lines `#: NAME` or `//: NAME` is replaced by a part."""
    lines = []
    for line in template.splitlines():
        mark = re.fullmatch(r"\s*(?:#|//): (\w+)", line)
        lines += list(parts[mark[1]]) if mark else [line]
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) > 2 or sys.stdin.isatty():
        sys.exit(__doc__)
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) == 2 else os.path.join(here, "clients")
    methods = json.load(sys.stdin)["methods"]
    taken = {"call", "events", "open", "close"} & {method["name"] for method in methods}
    if taken:
        sys.exit(f"{', '.join(sorted(taken))}: the clients have methods of these names")
    python, script = Python(), JavaScript()
    clients = {
        "seqd_client.py": {
            "results": python.results(methods),
            "blocking": python.methods(methods, "", "self.call"),
            "asynchronous": python.methods(methods, "async ", "await self.call"),
        },
        "seqd_client.mjs": {"methods": script.methods(methods)},
    }
    for name, parts in clients.items():
        with open(os.path.join(here, "client_templates", name + ".in"), encoding="utf-8") as file:
            text = filled(file.read(), parts)
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o755)


main()
