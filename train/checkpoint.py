"""Files: nets for everybody (.net), and the state of a training run.

A net file is "BMNET1\\n", the length of a JSON header (uint32), the header, the tensors in half precision one after
another, and the CRC-32 of everything before it (uint32); all little-endian. The header names the tensors with their
shapes and offsets in bytes, counted from the end of the header. docs/learning.md lists its fields.

The state is what a run needs to go on as if it had not stopped. It is one block of bytes, cut into files that are small
enough to be sent around; each has the CRC-32 of the whole, so that parts of different states are never joined.
"""
import glob
import json
import os
import struct
import zlib

import numpy
import torch

import environment
import net as nets
import records

MAGIC = b'BMNET1\n'
STATE_MAGIC = b'BMSTATE1\n'


class BadFile(Exception):
    pass


def _replace(path, data):
    with open(path + '.tmp', 'wb') as file:
        file.write(data)
    os.replace(path + '.tmp', path)


def write_net(path, net, decisions=0, seconds=0.0):
    tensors, data = [], []
    offset = 0
    for name, value in net.state_dict().items():
        values = value.detach().float().cpu().contiguous().numpy()
        half = numpy.clip(values, -65504, 65504).astype('<f2').tobytes()
        tensors.append({'name': name, 'shape': list(value.shape), 'offset': offset})
        data.append(half)
        offset += len(half)
    header = {'format': 1, 'kind': net.kind, 'settings': net.settings, 'record_version': environment.RECORD_VERSION,
              'decisions': int(decisions), 'seconds': round(seconds, 1), 'features': records.FEATURES,
              'tensors': tensors}
    if net.kind == 'critic':
        header['truth_features'] = records.TRUTH_FEATURES
    text = json.dumps(header).encode()
    body = MAGIC + struct.pack('<I', len(text)) + text + b''.join(data)
    _replace(path, body + struct.pack('<I', zlib.crc32(body)))


def read_net(path, kind=None):
    """The net of a file, and the file's header."""
    with open(path, 'rb') as file:
        data = file.read()
    if len(data) < len(MAGIC) + 8 or not data.startswith(MAGIC):
        raise BadFile('%s is not a net file' % path)
    if struct.unpack('<I', data[-4:])[0] != zlib.crc32(data[:-4]):
        raise BadFile('%s is damaged: its checksum is wrong' % path)
    length, = struct.unpack_from('<I', data, len(MAGIC))
    start = len(MAGIC) + 4 + length
    if start > len(data) - 4:
        raise BadFile('%s is damaged: its header is too long' % path)
    header = json.loads(data[len(MAGIC) + 4:start])
    if header['format'] != 1 or header['record_version'] != environment.RECORD_VERSION:
        raise BadFile('%s has format %s and records of version %s; this program reads 1 and %d'
                      % (path, header['format'], header['record_version'], environment.RECORD_VERSION))
    if [tuple(f) for f in header['features']] != records.FEATURES:
        raise BadFile('%s was trained with other features' % path)
    if kind and header['kind'] != kind:
        raise BadFile('%s is of the kind %s, not %s' % (path, header['kind'], kind))
    net = nets.KINDS[header['kind']](**header['settings'])
    net.load_state_dict(_tensors(path, header, data[start:-4]))
    return net, header


def _tensors(path, header, data):
    tensors = {}
    for entry in header['tensors']:
        count = int(numpy.prod(entry['shape'], dtype=numpy.int64))
        if entry['offset'] < 0 or entry['offset'] + 2 * count > len(data):
            raise BadFile('%s is damaged: %s is not in it' % (path, entry['name']))
        values = numpy.frombuffer(data, '<f2', count, entry['offset']).astype(numpy.float32)
        tensors[entry['name']] = torch.from_numpy(values.reshape(entry['shape']))
    return tensors


def state_files(folder):
    return sorted(glob.glob(os.path.join(folder, 'state-[0-9][0-9].bin')))


def write_state(folder, state, part_bytes, most_parts):
    """Writes `state`, a dictionary of tensors, numbers, texts, lists and dictionaries."""
    data = _packed(state)
    room = part_bytes - len(STATE_MAGIC) - 12
    parts = [data[i:i + room] for i in range(0, len(data), room)]
    if len(parts) > most_parts:
        raise BadFile('the state has %d bytes, which does not fit into %d files' % (len(data), most_parts))
    crc = zlib.crc32(data)
    paths = [os.path.join(folder, 'state-%02d.bin' % number) for number in range(len(parts))]
    for number, (path, part) in enumerate(zip(paths, parts)):
        with open(path + '.tmp', 'wb') as file:
            file.write(STATE_MAGIC + struct.pack('<III', number, len(parts), crc) + part)
    for path in paths:  # all at once, so that a stop in between is unlikely to mix two states
        os.replace(path + '.tmp', path)
    for path in state_files(folder)[len(parts):]:
        os.remove(path)


def read_state(folder):
    """The state in a folder; None if there is none."""
    paths = state_files(folder)
    if not paths:
        return None
    parts, sums = [], set()
    for number, path in enumerate(paths):
        with open(path, 'rb') as file:
            data = file.read()
        if not data.startswith(STATE_MAGIC) or len(data) < len(STATE_MAGIC) + 12:
            raise BadFile('%s is not a part of a state' % path)
        index, count, crc = struct.unpack_from('<III', data, len(STATE_MAGIC))
        if index != number or count != len(paths):
            raise BadFile('%s is part %d of %d, but there are %d files' % (path, index, count, len(paths)))
        sums.add(crc)
        parts.append(data[len(STATE_MAGIC) + 12:])
    data = b''.join(parts)
    if sums != {zlib.crc32(data)}:
        raise BadFile('the state in %s is damaged, or mixed from several' % folder)
    return _unpacked(data)


# JSON with tensors: each stands in the text as {"tensor": offset, "type": name, "shape": [...]}, its bytes follow after
# the text. Reading it can run no code, unlike a pickle.
_TYPES = {'float32': torch.float32, 'float16': torch.float16, 'bfloat16': torch.bfloat16}


def _packed(state):
    data = bytearray()

    def plain(value):
        if isinstance(value, torch.Tensor):
            entry = {'tensor': len(data), 'type': str(value.dtype).split('.')[1], 'shape': list(value.shape)}
            bits = value.detach().cpu().contiguous().reshape(-1)
            data.extend(bits.view(torch.int32 if bits.dtype == torch.float32 else torch.int16).numpy().tobytes())
            return entry
        if isinstance(value, dict):
            return {name: plain(part) for name, part in value.items()}
        if isinstance(value, (list, tuple)):
            return [plain(part) for part in value]
        return value

    text = json.dumps(plain(state)).encode()
    return struct.pack('<I', len(text)) + text + bytes(data)


def _unpacked(data):
    length, = struct.unpack_from('<I', data)
    start = 4 + length

    def rich(value):
        if isinstance(value, dict) and 'tensor' in value:
            kind = '<i4' if value['type'] == 'float32' else '<i2'
            count = int(numpy.prod(value['shape'], dtype=numpy.int64))
            bits = numpy.frombuffer(data, kind, count, start + value['tensor']).copy()
            return torch.from_numpy(bits).view(_TYPES[value['type']]).view(value['shape'])
        if isinstance(value, dict):
            return {name: rich(part) for name, part in value.items()}
        if isinstance(value, list):
            return [rich(part) for part in value]
        return value

    return rich(json.loads(data[4:start]))
