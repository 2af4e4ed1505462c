package dev.drover.server.openapi;

import dev.drover.schema.FieldEntry;
import dev.drover.schema.FieldEntry.Merge;
import dev.drover.schema.KindEntry;
import dev.drover.schema.SchemaTable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/// The structs that server-side apply treats as one value wherever they occur. The table says so at
/// the fields that hold them; the documents say it once, at the type.
final class AtomicTypes {
  private static final SchemaTable TABLE = SchemaTable.builtIn();
  private static final Set<String> NAMES = names();

  private AtomicTypes() {}

  static boolean contains(String type) {
    return NAMES.contains(type);
  }

  private static Set<String> names() {
    Set<String> atomic = new HashSet<>();
    Set<String> others = new HashSet<>();
    for (String name : served()) {
      for (FieldEntry field : TABLE.type(name).orElseThrow().fields()) {
        if (field.type().isStruct() && field.structType() != Merge.GRANULAR) { // its own word
          (field.structType() == Merge.ATOMIC ? atomic : others).add(field.type().base());
        }
      }
    }
    atomic.removeAll(others);
    return Set.copyOf(atomic);
  }

  /// The types of served kinds: for others the merge rules are unknown.
  private static Set<String> served() {
    Deque<String> left = new ArrayDeque<>(TABLE.kinds().stream().map(KindEntry::type).toList());
    Set<String> served = new HashSet<>();
    while (!left.isEmpty()) {
      String name = left.remove();
      if (served.add(name)) {
        TABLE.type(name).orElseThrow().fields().stream()
            .filter(field -> field.type().isStruct())
            .forEach(field -> left.add(field.type().base()));
      }
    }
    return served;
  }
}
