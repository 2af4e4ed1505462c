package dev.drover.cel.checker;

import dev.drover.cel.parser.Expr;
import dev.drover.cel.types.Bytes;
import dev.drover.cel.types.CelType;
import dev.drover.cel.types.CelType.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Estimates the least and the greatest cost of an expression, for values as large as the schema
/// allows.
///
/// In Go: `checker.Cost`.
public final class CostEstimator {
  private static final Range NOTHING = Range.of(0);
  private static final Range ACCESS = Range.of(1);
  private static final long LIST = 10;
  private static final long MAP = 30;
  private static final long STRUCT = 40;

  private final Checked checked;
  private final SizeOracle oracle;
  private final CallCosts calls = new CallCosts(this);
  private final Map<Long, List<String>> paths = new HashMap<>();
  private final Map<Long, Range> sizes = new HashMap<>();
  private final Map<Long, EntrySize> entrySizes = new HashMap<>();
  private final Map<String, Deque<Local>> locals = new HashMap<>();

  private CostEstimator(Checked checked, SizeOracle oracle) {
    this.checked = checked;
    this.oracle = oracle;
  }

  public static Range estimate(Checked checked, SizeOracle oracle) {
    return new CostEstimator(checked, oracle).cost(checked.expr());
  }

  /// The sizes of keys and values of a container.
  record EntrySize(Kind container, Range key, Range value) {}

  private record Local(
      @Nullable List<String> path, @Nullable Range size, @Nullable EntrySize entry) {}

  /// An argument of a call as the costs of calls see it.
  ///
  /// @param path from a variable, or null
  record Node(
      @Nullable List<String> path, CelType type, @Nullable Expr expr, @Nullable Range size) {}

  /// The cost of a call, and the size of its result where that is known.
  record CallCost(Range cost, @Nullable Range resultSize) {
    CallCost(Range cost) {
      this(cost, null);
    }
  }

  private Range cost(Expr expr) {
    return switch (expr) {
      case Expr.Literal _, Expr.Broken _ -> NOTHING;
      case Expr.Ident ident -> {
        Local local = local(ident.name());
        paths.put(ident.id(), local == null ? List.of(ident.name()) : orEmpty(local.path()));
        yield ACCESS;
      }
      case Expr.Select select -> select(select);
      case Expr.Call call -> call(call);
      case Expr.ListOf list -> list(list);
      case Expr.MapOf map -> map(map);
      case Expr.Struct struct -> {
        Range sum = NOTHING;
        for (Expr.Field field : struct.fields()) {
          sum = sum.plus(cost(field.value()));
        }
        yield sum.plus(Range.of(STRUCT));
      }
      case Expr.Comprehension fold -> isBind(fold) ? bind(fold) : fold(fold);
    };
  }

  private Range select(Expr.Select select) {
    Range sum = cost(select.operand());
    if (select.testOnly()) {
      return sum;
    }
    switch (checked.type(select.operand()).kind()) {
      case MAP, STRUCT, PARAMETER -> sum = sum.plus(ACCESS);
      default -> {}
    }
    paths.put(select.id(), append(path(select.operand()), select.field()));
    return sum;
  }

  private Range call(Expr.Call call) {
    if (call.function().equals("dyn")) {
      Expr argument = call.arguments().getFirst();
      Range cost = cost(argument);
      copySizes(call, argument);
      return Range.of(1).plus(cost);
    }
    List<Node> arguments = new ArrayList<>();
    List<Range> argumentCosts = new ArrayList<>();
    for (Expr argument : call.arguments()) {
      argumentCosts.add(cost(argument));
      arguments.add(node(argument));
    }
    List<String> overloads = checked.overloads(call);
    if (overloads.isEmpty()) {
      return NOTHING;
    }
    Range sum = NOTHING;
    Node target = null;
    if (call.target() != null) {
      sum = cost(call.target());
      target = node(call.target());
    }
    Range total = new Range(Range.MOST, 0);
    Range resultSize = null;
    for (String overload : overloads) {
      CallCost cost =
          calls.cost(new CallCosts.Call(call, overload, target, arguments, argumentCosts));
      total = total.union(cost.cost());
      resultSize = Range.either(resultSize, cost.resultSize());
      if (overload.equals("index_list") || overload.equals("index_map")) {
        Expr container = call.arguments().getFirst();
        EntrySize entry = entrySize(container);
        resultSize = entry == null ? null : entry.value();
        String step = overload.equals("index_list") ? "@items" : "@values";
        paths.put(call.id(), append(path(container), step));
      }
      if (resultSize == null) {
        resultSize = size(call);
      }
    }
    setSize(call, resultSize);
    return sum.plus(total);
  }

  private Range list(Expr.ListOf list) {
    Range sum = NOTHING;
    Range item = new Range(list.elements().isEmpty() ? 0 : Range.MOST, 0);
    for (Expr element : list.elements()) {
      sum = sum.plus(cost(element));
      item = item.union(sizeOrUnknown(element));
    }
    setEntrySize(list, new EntrySize(Kind.LIST, Range.of(1), item));
    return sum.plus(Range.of(LIST));
  }

  private Range map(Expr.MapOf map) {
    Range sum = NOTHING;
    Range key = new Range(map.entries().isEmpty() ? 0 : Range.MOST, 0);
    Range value = key;
    for (Expr.Entry entry : map.entries()) {
      sum = sum.plus(cost(entry.key())).plus(cost(entry.value()));
      key = key.union(sizeOrUnknown(entry.key()));
      value = value.union(sizeOrUnknown(entry.value()));
    }
    setEntrySize(map, new EntrySize(Kind.MAP, key, value));
    return sum.plus(Range.of(MAP));
  }

  private Range fold(Expr.Comprehension fold) {
    Range sum = cost(fold.range()).plus(cost(fold.init()));
    pushLocal(fold.accumulator(), fold.init());
    String second = fold.variable2();
    if (second == null) {
      pushSingle(fold.variable(), fold.range());
    } else {
      pushKey(fold.variable(), fold.range());
      pushEntry(second, fold.range(), false);
    }
    Range loop = cost(fold.condition());
    Range step = cost(fold.step());
    pop(fold.variable());
    if (second != null) {
      pop(second);
    }
    sum = sum.plus(cost(fold.result()));
    pop(fold.accumulator());
    Range count = sizeOrUnknown(fold.range());
    sum = sum.plus(count.times(step.plus(loop)));
    switch (fold.init()) {
      case Expr.Literal init -> setSize(fold, size(init));
      case Expr.ListOf _, Expr.MapOf _ -> {
        setSize(fold, count);
        setEntrySize(fold, entrySize(fold.step()));
      }
      default -> {}
    }
    return sum;
  }

  private static boolean isBind(Expr.Comprehension fold) {
    return fold.range() instanceof Expr.ListOf list
        && list.elements().isEmpty()
        && fold.condition() instanceof Expr.Literal condition
        && condition.value().equals(false)
        && !fold.accumulator().equals("__result__");
  }

  private Range bind(Expr.Comprehension fold) {
    Range sum = cost(fold.range()).plus(cost(fold.init()));
    pushLocal(fold.accumulator(), fold.init());
    sum = sum.plus(cost(fold.result()));
    pop(fold.accumulator());
    copySizes(fold, fold.result());
    return sum;
  }

  private void pushLocal(String name, Expr value) {
    push(name, new Local(path(value), size(value), entrySize(value)));
  }

  private void pushSingle(String name, Expr range) {
    pushEntry(name, range, container(range) != Kind.LIST);
  }

  /// Kubernetes' estimate of a key is that of the value where Go happens to append both steps to
  /// the same array: wherever the length of the path is no power of two.
  private void pushKey(String name, Expr range) {
    List<String> path = orEmpty(path(range));
    boolean shared = Integer.bitCount(path.size()) > 1;
    if (!shared) {
      pushEntry(name, range, true);
      return;
    }
    EntrySize entry = entrySize(range);
    String step = container(range) == Kind.LIST ? "@items" : "@values";
    push(name, new Local(append(path, step), entry == null ? null : entry.key(), null));
  }

  private void pushEntry(String name, Expr range, boolean key) {
    EntrySize entry = entrySize(range);
    boolean list = container(range) == Kind.LIST;
    String step = key ? (list ? "@indices" : "@keys") : (list ? "@items" : "@values");
    Range size = entry == null ? null : key ? entry.key() : entry.value();
    push(name, new Local(append(path(range), step), size, null));
  }

  private Kind container(Expr range) {
    EntrySize entry = entrySize(range);
    return entry == null ? checked.type(range).kind() : entry.container();
  }

  private void push(String name, Local local) {
    locals.computeIfAbsent(name, _ -> new ArrayDeque<>()).push(local);
  }

  private void pop(String name) {
    Objects.requireNonNull(locals.get(name)).pop();
  }

  private @Nullable Local local(String name) {
    Deque<Local> stack = locals.get(name);
    return stack == null ? null : stack.peek();
  }

  private @Nullable List<String> path(Expr expr) {
    Local local = expr instanceof Expr.Ident ident ? local(ident.name()) : null;
    return local == null ? paths.get(expr.id()) : local.path();
  }

  private static List<String> orEmpty(@Nullable List<String> path) {
    return path == null ? List.of() : path;
  }

  private static List<String> append(@Nullable List<String> path, String step) {
    List<String> longer = new ArrayList<>(orEmpty(path));
    longer.add(step);
    return List.copyOf(longer);
  }

  private Node node(Expr expr) {
    List<String> path = path(expr);
    if (path != null && !path.isEmpty() && path.getFirst().equals("@result")) {
      path = null;
    }
    return new Node(path, checked.type(expr), expr, size(expr));
  }

  Range sizeOrUnknown(Expr expr) {
    Range size = size(expr);
    return size == null ? Range.UNKNOWN : size;
  }

  /// The size of what an expression gives, or null.
  @Nullable Range size(Expr expr) {
    Range known = sizes.get(expr.id());
    if (known == null) {
      known = literalSize(expr);
    }
    if (known != null) {
      return known;
    }
    Range estimated = sizeAt(path(expr));
    if (estimated != null) {
      sizes.put(expr.id(), estimated);
      return estimated;
    }
    if (isScalar(checked.type(expr))) {
      return Range.of(1);
    }
    Local local = expr instanceof Expr.Ident ident ? local(ident.name()) : null;
    return local == null ? null : local.size();
  }

  @Nullable Range sizeAt(@Nullable List<String> path) {
    return path == null || path.isEmpty() ? null : oracle.sizeAt(path);
  }

  private static @Nullable Range literalSize(Expr expr) {
    return switch (expr) {
      case Expr.Literal literal ->
          switch (literal.value()) {
            case String text -> Range.of(text.codePointCount(0, text.length()));
            case Bytes bytes -> Range.of(bytes.size());
            default -> Range.of(1);
          };
      case Expr.ListOf list -> Range.of(list.elements().size());
      case Expr.MapOf map -> Range.of(map.entries().size());
      default -> null;
    };
  }

  private static boolean isScalar(CelType type) {
    return switch (type.kind()) {
      case BOOL, DOUBLE, DURATION, INT, TIMESTAMP, UINT -> true;
      case OPAQUE -> type.isOptional() && isScalar(type.unwrapped());
      default -> false;
    };
  }

  private void setSize(Expr expr, @Nullable Range size) {
    if (size != null) {
      sizes.put(expr.id(), size);
    }
  }

  void setEntrySize(Expr expr, @Nullable EntrySize entry) {
    if (entry != null) {
      entrySizes.put(expr.id(), entry);
    }
  }

  @Nullable EntrySize entrySize(@Nullable Expr expr) {
    EntrySize known = expr == null ? null : entrySizes.get(expr.id());
    if (known != null) {
      return known;
    }
    Local local = expr instanceof Expr.Ident ident ? local(ident.name()) : null;
    return local == null ? null : local.entry();
  }

  static @Nullable EntrySize union(@Nullable EntrySize one, @Nullable EntrySize other) {
    return one == null || other == null
        ? null
        : new EntrySize(
            one.container(), one.key().union(other.key()), one.value().union(other.value()));
  }

  private void copySizes(Expr to, Expr from) {
    setSize(to, size(from));
    setEntrySize(to, entrySize(from));
  }
}
