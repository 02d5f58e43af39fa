#!/usr/bin/env python3
"""merge_glb.py OUT.glb IN.glb...: one scene of several GLB files that hold meshes, materials and embedded images."""

import json
import pathlib
import struct
import sys


def chunks(path):
    data = pathlib.Path(path).read_bytes()
    at, found = 12, []
    while at < len(data):
        length, _ = struct.unpack_from("<II", data, at)
        found.append(data[at + 8:at + 8 + length])
        at += 8 + length
    return json.loads(found[0]), found[1]


def shifted(value, key, by):
    """A copy with every reference moved on; `by`: list name by the key that names its elements."""
    references = {"bufferView": "bufferViews", "mesh": "meshes", "material": "materials", "sampler": "samplers",
                  "source": "images", "indices": "accessors", "index": "textures"}
    if isinstance(value, dict):
        if key == "attributes":
            return {k: v + by["accessors"] for k, v in value.items()}
        return {k: shifted(v, k, by) for k, v in value.items()}
    if isinstance(value, list):
        if key in ("nodes", "children"):
            return [v + by["nodes"] if isinstance(v, int) else shifted(v, "", by) for v in value]
        return [shifted(v, "", by) for v in value]
    return value + by[references[key]] if key in references else value


def main(out, inputs):
    lists = ("accessors", "bufferViews", "images", "materials", "meshes", "nodes", "samplers", "textures")
    merged = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": []}], **{name: [] for name in lists}}
    binary = bytearray()
    for path in inputs:
        document, data = chunks(path)
        by = {name: len(merged[name]) for name in lists}
        merged["scenes"][0]["nodes"] += [n + by["nodes"] for n in document["scenes"][document.get("scene", 0)]["nodes"]]
        for name in lists:
            merged[name] += [shifted(element, "", by) for element in document.get(name, [])]
        for view in merged["bufferViews"][by["bufferViews"]:]:
            view["byteOffset"] = view.get("byteOffset", 0) + len(binary)
        merged["extensionsUsed"] = sorted({*merged.get("extensionsUsed", []), *document.get("extensionsUsed", [])})
        binary += data + bytes(-len(data) % 4)
    merged["buffers"] = [{"byteLength": len(binary)}]
    merged = {name: value for name, value in merged.items() if value}
    text = json.dumps(merged).encode()
    text += b" " * (-len(text) % 4)
    with open(out, "wb") as target:
        target.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(binary)))
        target.write(struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary)


main(sys.argv[1], sys.argv[2:])
