package dev.drover.api.codec;

import dev.drover.api.tree.ArrayMap;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The field numbers of a struct in protobuf.
///
/// Where Go inlines a struct, JSON is flat and protobuf is not: the inlined message is a layout of
/// its own whose leaves are fields of the same struct.
final class ProtoLayout implements ProtoEntry {
  private final int[] prefix; // the numbers that lead to this message from the struct
  private @Nullable ProtoEntry[] byNumber = new ProtoEntry[8];

  private ProtoLayout(int[] prefix) {
    this.prefix = prefix;
  }

  static ProtoLayout of(Field[] fields) {
    ProtoLayout root = new ProtoLayout(new int[0]);
    for (Field field : fields) {
      if (field.path[0] != 0) { // 0 = not in protobuf
        root.add(field, 0);
      }
    }
    return root;
  }

  private void add(Field field, int depth) {
    int number = field.path[depth];
    if (number >= byNumber.length) {
      byNumber = Arrays.copyOf(byNumber, number + 8);
    }
    if (depth == field.path.length - 1) {
      byNumber[number] = new ProtoEntry.Leaf(field);
      return;
    }
    inlined(number, field.path, depth).add(field, depth + 1);
  }

  private ProtoLayout inlined(int number, int[] path, int depth) {
    if (byNumber[number] instanceof ProtoLayout known) {
      return known;
    }
    ProtoLayout inlined = new ProtoLayout(Arrays.copyOf(path, depth + 1));
    byNumber[number] = inlined;
    return inlined;
  }

  @Nullable ProtoEntry entry(int number) {
    return number < byNumber.length ? byNumber[number] : null;
  }

  /// A field of this message as seen from the struct: inside the inlined messages that lead here.
  byte[] wrap(byte[] field) {
    byte[] wrapped = field;
    for (int i = prefix.length - 1; i >= 0; i--) {
      ProtoWriter out = new ProtoWriter();
      out.bytes(wrapped);
      out.tag(prefix[i] << 3 | ProtoReader.LENGTH);
      wrapped = out.toByteArray();
    }
    return wrapped;
  }

  /// Writes the fields of a struct, back to front. Go writes every field that is no pointer, zeros
  /// too.
  void write(ProtoWriter out, Struct struct) {
    for (int number = byNumber.length - 1; number > 0; number--) {
      ProtoEntry entry = byNumber[number];
      if (entry instanceof ProtoEntry.Leaf leaf) { // no switch: see StructType.readFields
        write(out, leaf.field(), struct.slot(leaf.field().slot));
      } else if (entry instanceof ProtoLayout inlined) {
        int mark = out.mark();
        inlined.write(out, struct);
        out.lengthSince(mark);
        out.tag(number << 3 | ProtoReader.LENGTH);
      }
    }
  }

  private static void write(ProtoWriter out, Field field, @Nullable Object value) {
    ValueType type = field.type();
    if (type instanceof ListType list) {
      if (value != null) {
        list.writeRun(out, field.tag(), (List<?>) value);
      }
    } else if (type instanceof MapType map) {
      if (value != null) {
        map.writeRun(out, field.tag(), ArrayMap.cast(value));
      }
    } else if (value != null) {
      type.writeProto(out, value);
      out.tag(field.tag());
    } else if (!field.pointer && type.writesAbsentProto(out)) {
      out.tag(field.tag());
    }
  }
}
