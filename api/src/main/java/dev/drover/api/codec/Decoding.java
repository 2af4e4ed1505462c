package dev.drover.api.codec;

import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.ProtoReader;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The state of one decode: the table of shared parts, and a stack that holds fields and list items
/// until their owner is complete, so that nothing is allocated for them in between.
final class Decoding {
  // A stack that has lived for long lies where the collector keeps what is old, and then each
  // reference stored in it costs a memory fence and a note for the collector. A young one is free.
  private static final int RENEWAL = 1 << 10;

  private static final int MAX_SHARED_DEPTH = 64;

  private final @Nullable SharedParts shared;
  private @Nullable Object[] stack = new Object[64]; // most decodes are of one small object
  private int objects;
  private int top;
  private int depth; // of the object that is being read
  private boolean root;
  private boolean runs; // somewhere on the stack a list or map came in several runs
  private @Nullable String apiVersion;
  private @Nullable String kind;

  Decoding(@Nullable SharedParts shared) {
    this.shared = shared;
  }

  /// Announces that the next object read is a whole Kubernetes object, whose `apiVersion` and
  /// `kind` name its type.
  void expectRoot() {
    root = true;
    runs = false;
    apiVersion = null;
    kind = null;
    if (++objects % RENEWAL == 0) {
      stack = new Object[stack.length];
    } else {
      Arrays.fill(stack, 0, top, null); // a failed decode leaves its frames
    }
    top = 0;
    depth = 0;
  }

  /// Counts a level of nesting; [#leave] ends it. A failed decode need not.
  int enter() {
    return ++depth;
  }

  int depth() {
    return depth;
  }

  void leave() {
    depth--;
  }

  boolean takeRoot() {
    boolean was = root;
    root = false;
    return was;
  }

  void typeMeta(String name, String value) {
    if (name.equals("kind")) {
      kind = value;
    } else {
      apiVersion = value;
    }
  }

  @Nullable String apiVersion() {
    return apiVersion;
  }

  @Nullable String kind() {
    return kind;
  }

  /// Reserves `n` empty slots; [#slot] reads them, [#release] gives them back.
  int reserve(int n) {
    int base = top;
    if (base + n > stack.length) {
      stack = Arrays.copyOf(stack, Math.max(stack.length * 2, base + n));
    }
    top = base + n;
    return base;
  }

  void release(int base) {
    Arrays.fill(stack, base, top, null);
    top = base;
  }

  @Nullable Object slot(int at) {
    return stack[at];
  }

  void slot(int at, @Nullable Object value) {
    stack[at] = value;
  }

  /// Puts a list or map into a slot, after what is there already: protobuf allows other fields
  /// between the items.
  void addRun(int at, Object run) {
    Object before = stack[at];
    if (before == null) {
      stack[at] = isEmpty(run) ? null : run;
      return;
    }
    runs = true;
    Runs all = before instanceof Runs known ? known : new Runs(before);
    all.add(run);
    stack[at] = all;
  }

  private static boolean isEmpty(Object run) {
    return run instanceof List<?> list ? list.isEmpty() : ((Map<?, ?>) run).isEmpty();
  }

  boolean hasRuns() {
    return runs;
  }

  /// Puts a list item on the stack.
  void push(Object item) {
    if (top == stack.length) {
      stack = Arrays.copyOf(stack, stack.length * 2);
    }
    stack[top++] = item;
  }

  int mark() {
    return top;
  }

  /// Everything pushed since `mark`, as an immutable list, taken off the stack.
  List<Object> popList(int mark) {
    List<Object> list = listOf(stack, mark, top - mark);
    release(mark);
    return list;
  }

  /// Everything pushed since `mark`, taken off the stack.
  @Nullable Object[] popArray(int mark) {
    @Nullable Object[] items = Arrays.copyOfRange(stack, mark, top);
    release(mark);
    return items;
  }

  @SuppressWarnings("NullAway") // slots in the range hold items
  private static List<Object> listOf(@Nullable Object[] items, int from, int n) {
    return switch (n) {
      case 0 -> List.of();
      case 1 -> List.of(items[from]);
      case 2 -> List.of(items[from], items[from + 1]);
      default -> List.of(Arrays.copyOfRange(items, from, from + n));
    };
  }

  /// Reads a value, or finds the equal one that was read before. `site` tells the places of a type
  /// apart.
  Object json(ValueType type, JsonReader in, @Nullable Skip skip, int site) {
    SharedParts table = shared;
    if (table == null || isUnshared(type, skip) || !table.worthTrying(site)) {
      return type.readJson(in, this, skip);
    }
    int to = in.extent();
    if (type == ScalarType.TEXT && to - in.position() - 2 <= SmallParts.MAX_TEXT) {
      return shortText(table, in, to, site);
    }
    Object known = table.find(site, in.buffer(), in.position(), to, type.salt);
    if (known != null) {
      in.skipTo(to);
      return known;
    }
    long high = table.high();
    long low = table.low();
    Object value = type.readJson(in, this, null);
    table.put(site, high, low, value);
    return value;
  }

  /// Deep parts are not looked up: each level hashes all bytes below it, so that the work would
  /// grow with the product of depth and size.
  private boolean isUnshared(ValueType type, @Nullable Skip skip) {
    return type.salt == 0 || skip != null || depth > MAX_SHARED_DEPTH;
  }

  private static String shortText(SharedParts table, JsonReader in, int to, int site) {
    SmallParts small = table.small();
    int from = in.position() + 1;
    String known = in.peek() == '"' ? small.find(in.buffer(), from, to - 1) : null;
    table.judge(site, known == null ? 0 : 1);
    if (known != null) {
      in.skipTo(to);
      return known;
    }
    String text = in.string();
    small.put(
        text, to - 1 - from); // escapes make it shorter than its bytes, and then it is not kept
    return text;
  }

  /// The short texts and times that were met before; null where nothing is shared.
  @Nullable SmallParts small() {
    SharedParts table = shared;
    return table == null ? null : table.small();
  }

  /// An equal time that was met before, or this one.
  Instant time(Instant time) {
    SharedParts table = shared;
    return table == null ? time : table.small().time(time);
  }

  /// As [#json], for a protobuf value of `length` bytes.
  @Nullable Object proto(
      ValueType type, ProtoReader in, int length, @Nullable Skip skip, int site) {
    SharedParts table = shared;
    if (table == null || isUnshared(type, skip) || !table.worthTrying(site)) {
      return type.readProto(in, length, this, skip);
    }
    int from = in.position();
    if (type == ScalarType.TEXT && length <= SmallParts.MAX_TEXT) {
      SmallParts small = table.small();
      String text = small.find(in.buffer(), from, from + length);
      table.judge(site, text == null ? 0 : 1);
      if (text != null) {
        in.position(from + length);
        return text;
      }
      text = in.string(length);
      small.put(text, length);
      return text;
    }
    // Protobuf and JSON of one type never meet in a table with the same salt.
    Object known = table.find(site, in.buffer(), from, from + length, ~type.salt);
    if (known != null) {
      in.position(from + length);
      return known;
    }
    long high = table.high();
    long low = table.low();
    Object value = type.readProto(in, length, this, null);
    if (value != null) {
      table.put(site, high, low, value);
    }
    return value;
  }

  /// The table, where a run of fields from `site` should be looked up in it; else null.
  @Nullable SharedParts forRun(long salt, @Nullable Skip skip, int site) {
    SharedParts table = shared;
    boolean isUnshared = salt == 0 || skip != null || depth > MAX_SHARED_DEPTH;
    return table == null || isUnshared || !table.worthTrying(site) ? null : table;
  }
}
