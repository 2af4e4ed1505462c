package dev.drover.cel.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Expands calls that are macros.
final class Macros {
  static final String ACCUMULATOR = "@result";
  private static final String UNUSED = "#unused";
  private static final long MOST_NODES = 200_000; // nested optMap() doubles its target each time

  private final Source source;
  private final Issues issues;

  Macros(Source source, Issues issues) {
    this.source = source;
    this.issues = issues;
  }

  /// Thrown by an expansion whose arguments do not fit.
  private static final class Misused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final long id;

    Misused(Expr at, String message) {
      super(message, null, false, false);
      this.id = at.id();
    }
  }

  /// The call, or what the macro of that name makes of it.
  Expr call(long id, @Nullable Expr target, String function, List<Expr> arguments) {
    try {
      Expr expanded =
          target == null
              ? expand(id, function, arguments)
              : new Expansion(source.offset(id), target, arguments).expand(function);
      return expanded != null ? expanded : new Expr.Call(id, target, function, arguments);
    } catch (Misused misuse) {
      issues.add(misuse.id, String.valueOf(misuse.getMessage()));
      return new Expr.Broken(id);
    }
  }

  private @Nullable Expr expand(long id, String function, List<Expr> arguments) {
    if (!function.equals("has") || arguments.size() != 1) {
      return null;
    }
    if (arguments.getFirst() instanceof Expr.Select select) {
      return new Expr.Select(
          source.newId(source.offset(id)), select.operand(), select.field(), true);
    }
    throw new Misused(arguments.getFirst(), "invalid argument to has() macro");
  }

  /// One call of a macro on a target. The nodes it makes have the place of the call.
  private final class Expansion {
    private final int offset;
    private final Expr target;
    private final List<Expr> arguments;

    Expansion(int offset, Expr target, List<Expr> arguments) {
      this.offset = offset;
      this.target = target;
      this.arguments = arguments;
    }

    @Nullable Expr expand(String function) {
      return switch (function + "/" + arguments.size()) {
        case "all/2", "exists/2", "exists_one/2" -> quantifier(function, false);
        case "all/3", "exists/3", "exists_one/3", "existsOne/3" -> quantifier(function, true);
        case "map/2", "map/3" -> map(target);
        case "filter/2" -> filter();
        case "optMap/2" -> optional("optMap", true);
        case "optFlatMap/2" -> optional("optFlatMap", false);
        case "transformList/3", "transformList/4" -> transformList();
        case "transformMap/3", "transformMap/4" -> transformMap(true);
        case "transformMapEntry/3", "transformMapEntry/4" -> transformMap(false);
        case "sortBy/2" -> sortBy();
        default -> null;
      };
    }

    private Expr quantifier(String kind, boolean two) {
      Variables variables =
          two ? variables() : new Variables(name("argument must be a simple name"), null);
      Expr predicate = arguments.getLast();
      return switch (kind) {
        case "all" ->
            fold(
                variables,
                literal(true),
                global("@not_strictly_false", accumulator()),
                global("_&&_", accumulator(), predicate),
                accumulator());
        case "exists" ->
            fold(
                variables,
                literal(false),
                global("@not_strictly_false", global("!_", accumulator())),
                global("_||_", accumulator(), predicate),
                accumulator());
        default ->
            fold(
                variables,
                literal(0L),
                literal(true),
                global(
                    "_?_:_", predicate, global("_+_", accumulator(), literal(1L)), accumulator()),
                global("_==_", accumulator(), literal(1L)));
      };
    }

    private Expr map(Expr range) {
      Variables variables = new Variables(name("argument is not an identifier"), null);
      Expr step = global("_+_", accumulator(), list(arguments.getLast()));
      if (arguments.size() == 3) {
        step = global("_?_:_", arguments.get(1), step, accumulator());
      }
      return fold(range, variables, list(), literal(true), step, accumulator());
    }

    private Expr filter() {
      Variables variables = new Variables(name("argument is not an identifier"), null);
      Expr step = global("_+_", accumulator(), list(arguments.getFirst()));
      step = global("_?_:_", arguments.get(1), step, accumulator());
      return fold(variables, list(), literal(true), step, accumulator());
    }

    private Expr transformList() {
      Variables variables = variables();
      Expr step = global("_+_", accumulator(), list(arguments.getLast()));
      return fold(variables, list(), literal(true), filtered(step), accumulator());
    }

    private Expr transformMap(boolean byKey) {
      Variables variables = variables();
      Expr step =
          byKey
              ? global(
                  "cel.@mapInsert", accumulator(), ident(variables.first()), arguments.getLast())
              : global("cel.@mapInsert", accumulator(), arguments.getLast());
      return fold(
          variables, new Expr.MapOf(id(), List.of()), literal(true), filtered(step), accumulator());
    }

    private Expr filtered(Expr step) {
      return arguments.size() == 4 ? global("_?_:_", arguments.get(2), step, accumulator()) : step;
    }

    private Expr optional(String macro, boolean wraps) {
      if (!(arguments.getFirst() instanceof Expr.Ident variable)) {
        throw new Misused(
            arguments.getFirst(), macro + "() variable name must be a simple identifier");
      }
      Expr bound =
          bind(
              variable.name(),
              new Expr.Call(id(), copy(target), "value", List.of()),
              ident(variable.name()),
              arguments.get(1));
      return global(
          "_?_:_",
          new Expr.Call(id(), target, "hasValue", List.of()),
          wraps ? global("optional.of", bound) : bound,
          global("optional.none"));
    }

    private Expr sortBy() {
      String input = "@__sortBy_input__";
      if (target instanceof Expr.Literal
          || target instanceof Expr.MapOf
          || target instanceof Expr.Struct) {
        throw new Misused(
            target,
            "sortBy can only be applied to a list, identifier, comprehension, call or select"
                + " expression");
      }
      Expr keys = map(ident(input));
      Expr sorted = new Expr.Call(id(), ident(input), "@sortByAssociatedKeys", List.of(keys));
      return bind(input, target, ident(input), sorted);
    }

    /// A fold that never runs, and so only names a value.
    private Expr bind(String variable, Expr value, Expr step, Expr result) {
      return new Expr.Comprehension(
          id(), list(), UNUSED, null, variable, value, literal(false), step, result);
    }

    private Expr fold(Variables variables, Expr init, Expr condition, Expr step, Expr result) {
      return fold(target, variables, init, condition, step, result);
    }

    private Expr fold(
        Expr range, Variables variables, Expr init, Expr condition, Expr step, Expr result) {
      return new Expr.Comprehension(
          id(),
          range,
          variables.first(),
          variables.second(),
          ACCUMULATOR,
          init,
          condition,
          step,
          result);
    }

    private String name(String complaint) {
      return checked(arguments.getFirst(), complaint);
    }

    private Variables variables() {
      String first = plain(arguments.get(0));
      String second = plain(arguments.get(1));
      if (first.equals(second)) {
        throw new Misused(arguments.get(1), "duplicate variable name: " + first);
      }
      checked(arguments.get(0), "");
      checked(arguments.get(1), "");
      return new Variables(first, second);
    }

    private static String plain(Expr argument) {
      if (argument instanceof Expr.Ident ident) {
        return ident.name();
      }
      throw new Misused(argument, "argument must be a simple name");
    }

    private static String checked(Expr argument, String complaint) {
      if (!(argument instanceof Expr.Ident ident)) {
        throw new Misused(argument, complaint);
      }
      if (Set.of(ACCUMULATOR, "__result__").contains(ident.name())) {
        throw new Misused(argument, "iteration variable overwrites accumulator variable");
      }
      return ident.name();
    }

    private Expr accumulator() {
      return ident(ACCUMULATOR);
    }

    private Expr ident(String name) {
      return new Expr.Ident(id(), name);
    }

    private Expr literal(Object value) {
      return new Expr.Literal(id(), value);
    }

    private Expr list(Expr... elements) {
      return new Expr.ListOf(id(), List.of(elements), Set.of());
    }

    private Expr global(String function, Expr... of) {
      return new Expr.Call(id(), null, function, List.of(of));
    }

    private long id() {
      return source.newId(offset);
    }
  }

  private record Variables(String first, @Nullable String second) {}

  /// The same expression with identities of its own, so that it can stand in two places.
  private Expr copy(Expr expr) {
    if (source.size() > MOST_NODES) {
      issues.addAt(Source.NOWHERE, "expression expands to more than " + MOST_NODES + " nodes");
      throw new TokenStream.Abandoned();
    }
    long id = source.newId(source.offset(expr.id()));
    return switch (expr) {
      case Expr.Literal literal -> new Expr.Literal(id, literal.value());
      case Expr.Ident ident -> new Expr.Ident(id, ident.name());
      case Expr.Select select ->
          new Expr.Select(id, copy(select.operand()), select.field(), select.testOnly());
      case Expr.Call call ->
          new Expr.Call(
              id,
              call.target() == null ? null : copy(call.target()),
              call.function(),
              copies(call.arguments()));
      case Expr.ListOf list -> new Expr.ListOf(id, copies(list.elements()), list.optionals());
      case Expr.MapOf map -> new Expr.MapOf(id, map.entries().stream().map(this::copy).toList());
      case Expr.Struct struct ->
          new Expr.Struct(id, struct.type(), struct.fields().stream().map(this::copy).toList());
      case Expr.Comprehension fold ->
          new Expr.Comprehension(
              id,
              copy(fold.range()),
              fold.variable(),
              fold.variable2(),
              fold.accumulator(),
              copy(fold.init()),
              copy(fold.condition()),
              copy(fold.step()),
              copy(fold.result()));
      case Expr.Broken _ -> new Expr.Broken(id);
    };
  }

  private List<Expr> copies(List<Expr> all) {
    List<Expr> copies = new ArrayList<>();
    all.forEach(expr -> copies.add(copy(expr)));
    return List.copyOf(copies);
  }

  private Expr.Entry copy(Expr.Entry entry) {
    long id = source.newId(source.offset(entry.id()));
    return new Expr.Entry(id, copy(entry.key()), copy(entry.value()), entry.optional());
  }

  private Expr.Field copy(Expr.Field field) {
    long id = source.newId(source.offset(field.id()));
    return new Expr.Field(id, field.name(), copy(field.value()), field.optional());
  }
}
