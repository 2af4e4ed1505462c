package dev.drover.cel.eval;

import dev.drover.cel.checker.Checked;
import dev.drover.cel.library.Functions;
import dev.drover.cel.library.Regexes;
import dev.drover.cel.parser.Expr;
import dev.drover.cel.types.Bytes;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelType;
import dev.drover.cel.types.CelType.Kind;
import dev.drover.cel.types.NullValue;
import dev.drover.cel.types.UInt;
import dev.drover.cel.types.Values;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Turns a checked expression into nodes that can be evaluated; what is constant is computed here.
///
/// In Go: `interpreter.Planner` with the optimizations that Kubernetes switches on.
public final class Planner {
  private static final Set<String> CONVERSIONS =
      Set.of(
          "bool",
          "bytes",
          "double",
          "duration",
          "dyn",
          "int",
          "string",
          "timestamp",
          "type",
          "uint");

  private final Checked checked;

  private Planner(Checked checked) {
    this.checked = checked;
  }

  /// Thrown when a constant part of the expression cannot be computed.
  public static final class InvalidConstant extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidConstant(String message) {
      super(message, null, false, false);
    }
  }

  public static Plan plan(Checked checked) {
    return new Plan(new Planner(checked).plan(checked.expr()));
  }

  private Node plan(Expr expr) {
    return switch (expr) {
      case Expr.Literal literal -> new Constant(literal.value());
      case Expr.Ident ident -> ident(ident);
      case Expr.Select select -> select(select);
      case Expr.Call call -> call(call);
      case Expr.ListOf list -> list(list);
      case Expr.MapOf map -> map(map);
      case Expr.Comprehension fold ->
          new Fold(
              fold.accumulator(),
              plan(fold.init()),
              fold.variable(),
              fold.variable2(),
              plan(fold.range()),
              plan(fold.condition()),
              plan(fold.step()),
              plan(fold.result()));
      case Expr.Struct struct -> object(struct);
      case Expr.Broken _ -> throw new InvalidConstant("unsupported expr");
    };
  }

  private Node ident(Expr.Ident ident) {
    CelType type = checked.type(ident);
    if (type.kind() == Kind.TYPE
        && dev.drover.cel.checker.Declarations.typeNamed(ident.name()) != null) {
      return new Constant(type.parameters().isEmpty() ? type : type.element());
    }
    return read(new Attribute.Plain(new Attribute.Variable(ident.name())));
  }

  private static Node read(Attribute attribute) {
    return new Attribute.Read(attribute);
  }

  private static @Nullable Attribute attribute(Node node) {
    return switch (node) {
      case Attribute.Read(Attribute attribute) -> attribute;
      case Attribute.Has(Attribute attribute) -> attribute;
      default -> null;
    };
  }

  private static Attribute asAttribute(Node node) {
    Attribute attribute = attribute(node);
    return attribute == null ? new Attribute.Plain(node) : attribute;
  }

  private Node select(Expr.Select select) {
    Attribute attribute = asAttribute(plan(select.operand()));
    attribute.add(new Step(new Constant(select.field()), false, select.testOnly()));
    return select.testOnly() ? new Attribute.Has(attribute) : read(attribute);
  }

  private Node index(List<Node> arguments, boolean optional) {
    Attribute attribute = asAttribute(arguments.getFirst());
    Node index = arguments.get(1);
    Attribute place = attribute(index);
    attribute.add(new Step(place == null ? index : new Resolved(place), optional, false));
    return read(attribute);
  }

  /// An attribute that is an index: the step that takes it is charged, not the reading of it.
  private record Resolved(Attribute attribute) implements Node {
    @Override
    public Object eval(Frame frame) {
      return attribute.resolve(frame);
    }
  }

  private Node call(Expr.Call call) {
    List<Node> arguments = new ArrayList<>();
    if (call.target() != null) {
      arguments.add(plan(call.target()));
    }
    call.arguments().forEach(argument -> arguments.add(plan(argument)));
    return switch (call.function()) {
      case "_&&_" -> new Logic.Junction(false, arguments.get(0), arguments.get(1));
      case "_||_" -> new Logic.Junction(true, arguments.get(0), arguments.get(1));
      case "_?_:_" ->
          read(
              new Attribute.Conditional(
                  arguments.get(0), asAttribute(arguments.get(1)), asAttribute(arguments.get(2))));
      case "_[_]" -> index(arguments, false);
      case "_[?_]", "_?._" -> index(arguments, true);
      case "or" -> new Logic.Otherwise(false, arguments.get(0), arguments.get(1));
      case "orValue" -> new Logic.Otherwise(true, arguments.get(0), arguments.get(1));
      default -> function(call, arguments);
    };
  }

  private Node function(Expr.Call call, List<Node> arguments) {
    List<String> overloads = checked.overloads(call);
    String overload =
        switch (call.function()) {
          case "_==_" -> "equals";
          case "_!=_" -> "not_equals";
          default -> overloads.size() == 1 ? overloads.getFirst() : "";
        };
    if (overload.equals("in_list") && arguments.get(1) instanceof Constant(CelList list)) {
      Node membership = membership(arguments.getFirst(), list);
      if (membership != null) {
        return membership;
      }
    }
    Functions.Implementation implementation = Functions.find(call.function(), overload);
    boolean stopsAtErrors =
        arguments.size() > 2
            || call.function().equals("format")
            || (overload.isEmpty() && !Functions.isSingleton(call.function()));
    if (Regexes.takesPattern(call.function())
        && arguments.get(1) instanceof Constant(String pattern)) {
      implementation = compiled(call.function(), pattern);
      stopsAtErrors = true;
    }
    Node node = new CallNode(call.function(), overload, implementation, arguments, stopsAtErrors);
    if (CONVERSIONS.contains(call.function())
        && arguments.size() == 1
        && arguments.getFirst() instanceof Constant) {
      return constant(node);
    }
    return node;
  }

  private static Functions.Implementation compiled(String function, String pattern) {
    String problem = Regexes.problem(pattern);
    if (problem != null) {
      throw new InvalidConstant(problem);
    }
    return Regexes.compiled(function, pattern);
  }

  private static Node constant(Node node) {
    Object value = node.eval(noVariables());
    if (value instanceof CelError(String message)) {
      throw new InvalidConstant(message);
    }
    return new Constant(value);
  }

  /// A test against a set, or null where the elements cannot be in one.
  private static @Nullable Node membership(Node element, CelList list) {
    if (list.size() == 0) {
      return new Constant(false);
    }
    Set<Object> members = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      Object member = list.get(i);
      boolean simple =
          Values.isNumber(member)
              || member instanceof String
              || member instanceof Boolean
              || member == NullValue.NULL;
      if (!simple || member instanceof Bytes) {
        return null;
      }
      members.add(member);
      addNumbers(member, members);
    }
    return new CallNode.Membership(element, Set.copyOf(members));
  }

  private static void addNumbers(Object member, Set<Object> members) {
    switch (member) {
      case Long number -> {
        members.add(number.doubleValue());
        if (number >= 0) {
          members.add(new UInt(number));
        }
      }
      case UInt number -> {
        members.add(number.toDouble());
        if (number.bits() >= 0) {
          members.add(number.bits());
        }
      }
      case Double number when number == Math.rint(number) && Math.abs(number) < 0x1p63 -> {
        members.add(number.longValue());
        if (number >= 0) {
          members.add(new UInt(number.longValue()));
        }
      }
      default -> {}
    }
  }

  private Node list(Expr.ListOf list) {
    List<Node> elements = list.elements().stream().map(this::plan).toList();
    Node node = new Aggregate.ListOf(elements, list.optionals());
    return elements.stream().allMatch(Constant.class::isInstance) ? folded(node) : node;
  }

  private Node object(Expr.Struct struct) {
    List<String> names = new ArrayList<>();
    List<Node> values = new ArrayList<>();
    Set<Integer> optionals = new HashSet<>();
    for (Expr.Field field : struct.fields()) {
      if (field.optional()) {
        optionals.add(names.size());
      }
      names.add(field.name());
      values.add(plan(field.value()));
    }
    return new Aggregate.ObjectOf(struct.type(), names, values, Set.copyOf(optionals));
  }

  private Node map(Expr.MapOf map) {
    List<Node> keys = new ArrayList<>();
    List<Node> values = new ArrayList<>();
    Set<Integer> optionals = new HashSet<>();
    boolean constant = true;
    for (Expr.Entry entry : map.entries()) {
      if (entry.optional()) {
        optionals.add(keys.size());
      }
      Node key = plan(entry.key());
      Node value = plan(entry.value());
      keys.add(key);
      values.add(value);
      constant &= key instanceof Constant && value instanceof Constant;
    }
    Node node = new Aggregate.MapOf(keys, values, Set.copyOf(optionals));
    return constant ? folded(node) : node;
  }

  private static Frame noVariables() {
    return new Frame(new Run(_ -> null, Long.MAX_VALUE));
  }

  private static Node folded(Node node) {
    return new Constant(Objects.requireNonNull(node.eval(noVariables())));
  }
}
