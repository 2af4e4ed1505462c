package dev.drover.cel.checker;

import dev.drover.cel.checker.Declarations.Overload;
import dev.drover.cel.parser.Expr;
import dev.drover.cel.parser.Issues;
import dev.drover.cel.types.Bytes;
import dev.drover.cel.types.CelType;
import dev.drover.cel.types.UInt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Gives every node of a syntax tree its type, and every call its overloads.
///
/// In Go: `checker.Check`.
public final class Checker {
  private final TypeProvider provider;
  private final Issues issues;
  private final Unifier unifier = new Unifier();
  private final Map<Long, CelType> types = new HashMap<>();
  private final Map<Long, List<String>> overloads = new HashMap<>();
  private final Set<String> variables = new HashSet<>();
  private Scope scope;

  private Checker(Map<String, CelType> variables, TypeProvider provider, Issues issues) {
    this.scope = new Scope(null, variables);
    this.provider = provider;
    this.issues = issues;
  }

  /// Checks `expr`; what is wrong with it goes to `issues`.
  public static Checked check(
      Expr expr, Map<String, CelType> variables, TypeProvider provider, Issues issues) {
    Checker checker = new Checker(variables, provider, issues);
    Expr resolved = checker.check(expr);
    checker.types.replaceAll((_, type) -> checker.unifier.substitute(type, true));
    return new Checked(
        resolved,
        Map.copyOf(checker.types),
        Map.copyOf(checker.overloads),
        Set.copyOf(checker.variables));
  }

  private record Scope(@Nullable Scope outer, Map<String, CelType> names) {
    @Nullable CelType find(String name) {
      CelType type = names.get(name);
      return type != null || outer == null ? type : outer.find(name);
    }

    boolean isOutermost(String name) {
      return outer == null || (!names.containsKey(name) && outer.isOutermost(name));
    }
  }

  private Expr check(Expr expr) {
    return switch (expr) {
      case Expr.Literal literal -> {
        set(literal, typeOf(literal.value()));
        yield literal;
      }
      case Expr.Ident ident -> checkIdent(ident);
      case Expr.Select select -> checkSelect(select);
      case Expr.Call call -> checkCall(call);
      case Expr.ListOf list -> checkList(list);
      case Expr.MapOf map -> checkMap(map);
      case Expr.Struct struct -> checkStruct(struct);
      case Expr.Comprehension fold -> checkFold(fold);
      case Expr.Broken broken -> {
        set(broken, CelType.ERROR);
        yield broken;
      }
    };
  }

  private static CelType typeOf(Object literal) {
    return switch (literal) {
      case Boolean _ -> CelType.BOOL;
      case Long _ -> CelType.INT;
      case UInt _ -> CelType.UINT;
      case Double _ -> CelType.DOUBLE;
      case String _ -> CelType.STRING;
      case Bytes _ -> CelType.BYTES;
      default -> CelType.NULL;
    };
  }

  private Expr checkIdent(Expr.Ident ident) {
    Expr resolved = named(ident, ident.name());
    if (resolved == null) {
      set(ident, CelType.ERROR);
      undeclared(ident, ident.name());
      return ident;
    }
    return resolved;
  }

  /// The variable or type of that name in place of `expr`, or null.
  private @Nullable Expr named(Expr expr, String written) {
    String name = written.startsWith(".") ? written.substring(1) : written;
    CelType variable = scope.find(name);
    if (variable != null) {
      set(expr, variable);
      if (scope.isOutermost(name)) {
        variables.add(name);
      }
      return new Expr.Ident(expr.id(), name);
    }
    CelType type = Declarations.typeNamed(name);
    if (type != null) {
      set(expr, CelType.type(type));
      return new Expr.Ident(expr.id(), name);
    }
    return null;
  }

  private Expr checkSelect(Expr.Select select) {
    String name = Expr.qualifiedName(select);
    Expr resolved = name == null ? null : named(select, name);
    if (resolved != null) {
      return resolved;
    }
    Expr operand = check(select.operand());
    CelType result = field(select, operand, select.field(), false);
    set(select, unifier.substitute(select.testOnly() ? CelType.BOOL : result, false));
    return new Expr.Select(select.id(), operand, select.field(), select.testOnly());
  }

  private CelType field(Expr at, Expr operand, String field, boolean optional) {
    CelType operandType = unifier.substitute(type(operand), false);
    CelType target = operandType.unwrapped();
    CelType result =
        switch (target.kind()) {
          case MAP -> target.parameters().get(1);
          case STRUCT -> {
            CelType found = provider.field(target.name(), field);
            if (found == null) {
              issues.add(
                  at.id(),
                  provider.isKnown(target.name())
                      ? "undefined field '" + field + "'"
                      : "unexpected failed resolution of '" + target.name() + "'");
            }
            yield found == null ? CelType.ERROR : found;
          }
          case PARAMETER -> {
            unifier.assignable(CelType.DYN, target);
            yield CelType.DYN;
          }
          case DYN, ERROR -> CelType.DYN;
          default -> {
            issues.add(at.id(), "type '" + target.format() + "' does not support field selection");
            yield CelType.DYN;
          }
        };
    return operandType.isOptional() || optional ? CelType.optional(result) : result;
  }

  private Expr checkCall(Expr.Call call) {
    if (call.function().equals("_?._")) {
      return checkOptionalSelect(call);
    }
    List<Expr> arguments = call.arguments().stream().map(this::check).toList();
    Expr target = call.target();
    if (target == null) {
      String name = withoutDot(call.function());
      Expr.Call resolved = new Expr.Call(call.id(), null, name, arguments);
      if (Declarations.function(name).isEmpty()) {
        undeclared(call, call.function());
        set(call, CelType.ERROR);
      } else {
        resolve(resolved);
      }
      return resolved;
    }
    String prefix = Expr.qualifiedName(target);
    String qualified = prefix == null ? null : withoutDot(prefix) + "." + call.function();
    if (qualified != null && !Declarations.function(qualified).isEmpty()) {
      Expr.Call resolved = new Expr.Call(call.id(), null, qualified, arguments);
      resolve(resolved);
      return resolved;
    }
    Expr.Call resolved = new Expr.Call(call.id(), check(target), call.function(), arguments);
    if (Declarations.function(call.function()).isEmpty()) {
      set(call, CelType.ERROR);
      undeclared(call, call.function());
    } else {
      resolve(resolved);
    }
    return resolved;
  }

  private static String withoutDot(String name) {
    return name.startsWith(".") ? name.substring(1) : name;
  }

  private Expr checkOptionalSelect(Expr.Call call) {
    Expr operand = check(call.arguments().getFirst());
    Expr name = check(call.arguments().get(1));
    String field = name instanceof Expr.Literal literal ? literal.value().toString() : "";
    set(call, unifier.substitute(field(call, operand, field, true), false));
    overloads.put(call.id(), List.of("select_optional_field"));
    return new Expr.Call(call.id(), null, call.function(), List.of(operand, name));
  }

  private void resolve(Expr.Call call) {
    boolean logical = call.function().equals("_&&_") || call.function().equals("_||_");
    CelType result = logical ? resolveLogical(call) : resolveOverloads(call);
    set(call, result == null ? CelType.ERROR : result);
  }

  private @Nullable CelType resolveLogical(Expr.Call call) {
    boolean fits = true;
    for (Expr argument : call.arguments()) {
      if (!unifier.assignable(type(argument), CelType.BOOL)) {
        mismatch(argument, CelType.BOOL, type(argument));
        fits = false;
      }
    }
    overloads.put(
        call.id(), List.of(call.function().equals("_&&_") ? "logical_and" : "logical_or"));
    return fits ? CelType.BOOL : null;
  }

  private @Nullable CelType resolveOverloads(Expr.Call call) {
    List<CelType> arguments = new ArrayList<>();
    if (call.target() != null) {
      arguments.add(type(call.target()));
    }
    call.arguments().forEach(argument -> arguments.add(type(argument)));
    List<String> matching = new ArrayList<>();
    CelType result = null;
    for (Overload overload : Declarations.function(call.function())) {
      if (overload.member() != (call.target() != null)
          || overload.arguments().size() != arguments.size()) {
        continue;
      }
      Map<String, CelType> fresh = new HashMap<>();
      overload.parameters().forEach(name -> fresh.put(name, unifier.newVariable()));
      List<CelType> wanted =
          overload.arguments().stream()
              .map(type -> Unifier.substitute(fresh, type, false))
              .toList();
      if (unifier.assignable(arguments, wanted)) {
        matching.add(overload.id());
        CelType type =
            unifier.substitute(Unifier.substitute(fresh, overload.result(), false), false);
        if (result == null) {
          result = type;
        } else if (!result.isDyn() && !type.equals(result)) {
          result = CelType.DYN;
        }
      }
    }
    if (result == null) {
      noOverload(call, arguments);
    } else {
      overloads.put(call.id(), List.copyOf(matching));
    }
    return result;
  }

  private void noOverload(Expr.Call call, List<CelType> arguments) {
    List<String> shown =
        arguments.stream().map(type -> unifier.substitute(type, true).format()).toList();
    String signature =
        call.target() == null
            ? "(" + String.join(", ", shown) + ")"
            : shown.getFirst()
                + shown.stream().skip(1).collect(Collectors.joining(", ", ".(", ")"));
    issues.add(
        call.id(),
        "found no matching overload for '" + call.function() + "' applied to '" + signature + "'");
  }

  private Expr checkList(Expr.ListOf list) {
    List<Expr> elements = new ArrayList<>();
    CelType elementType = null;
    for (int i = 0; i < list.elements().size(); i++) {
      Expr element = check(list.elements().get(i));
      elements.add(element);
      CelType type = unwrapOptional(element, list.optionals().contains(i));
      elementType = join(elementType, type);
    }
    set(list, CelType.list(elementType == null ? unifier.newVariable() : elementType));
    return new Expr.ListOf(list.id(), List.copyOf(elements), list.optionals());
  }

  private CelType unwrapOptional(Expr element, boolean optional) {
    CelType type = type(element);
    if (optional && !type.isOptional() && !type.isDyn()) {
      mismatch(element, CelType.optional(type), type);
    }
    return optional ? type.unwrapped() : type;
  }

  private Expr checkMap(Expr.MapOf map) {
    List<Expr.Entry> entries = new ArrayList<>();
    CelType keyType = null;
    CelType valueType = null;
    for (Expr.Entry entry : map.entries()) {
      Expr key = check(entry.key());
      keyType = join(keyType, type(key));
      Expr value = check(entry.value());
      valueType = join(valueType, unwrapOptional(value, entry.optional()));
      entries.add(new Expr.Entry(entry.id(), key, value, entry.optional()));
    }
    set(
        map,
        CelType.map(
            keyType == null ? unifier.newVariable() : keyType,
            valueType == null ? unifier.newVariable() : valueType));
    return new Expr.MapOf(map.id(), List.copyOf(entries));
  }

  private CelType join(@Nullable CelType previous, CelType current) {
    if (previous == null) {
      return current;
    }
    return unifier.assignable(previous, current)
        ? Unifier.mostGeneral(previous, current)
        : CelType.DYN;
  }

  /// Only objects of patches can be made by naming their fields.
  private Expr checkStruct(Expr.Struct struct) {
    String name = withoutDot(struct.type());
    if (provider.isMade(name)) {
      return checkObject(struct, name);
    }
    CelType type = Declarations.typeNamed(name);
    set(struct, CelType.ERROR);
    if (type != null) {
      issues.add(struct.id(), "'" + type.name() + "' is not a message type");
    } else {
      undeclared(struct, struct.type());
    }
    struct.fields().forEach(field -> check(field.value()));
    return struct;
  }

  private Expr checkObject(Expr.Struct struct, String name) {
    List<Expr.Field> fields = new ArrayList<>();
    for (Expr.Field field : struct.fields()) {
      Expr value = check(field.value());
      CelType given = unwrapOptional(value, field.optional());
      CelType wanted = provider.field(name, field.name());
      if (wanted == null) {
        issues.add(field.id(), "undefined field '" + field.name() + "'");
      } else if (!unifier.assignable(wanted, given)) {
        issues.add(
            field.id(),
            "expected type of field '%s' is '%s' but provided type is '%s'"
                .formatted(field.name(), wanted.format(), given.format()));
      }
      fields.add(new Expr.Field(field.id(), field.name(), value, field.optional()));
    }
    set(struct, CelType.struct(name));
    return new Expr.Struct(struct.id(), name, List.copyOf(fields));
  }

  private Expr checkFold(Expr.Comprehension fold) {
    Expr range = check(fold.range());
    Expr init = check(fold.init());
    CelType rangeType = unifier.substitute(type(range), false);
    CelType accumulator = type(init);
    scope = new Scope(scope, Map.of(fold.accumulator(), accumulator));
    scope = new Scope(scope, loopVariables(fold, range, rangeType));
    Expr condition = check(fold.condition());
    require(condition, CelType.BOOL);
    Expr step = check(fold.step());
    require(step, accumulator);
    scope = outer();
    Expr result = check(fold.result());
    scope = outer();
    set(fold, unifier.substitute(type(result), false));
    return new Expr.Comprehension(
        fold.id(),
        range,
        fold.variable(),
        fold.variable2(),
        fold.accumulator(),
        init,
        condition,
        step,
        result);
  }

  private Scope outer() {
    Scope outer = scope.outer();
    return outer == null ? scope : outer;
  }

  private Map<String, CelType> loopVariables(
      Expr.Comprehension fold, Expr range, CelType rangeType) {
    CelType first = CelType.DYN;
    CelType second = CelType.DYN;
    switch (rangeType.kind()) {
      case LIST -> {
        second = rangeType.element();
        first = fold.variable2() == null ? second : CelType.INT;
      }
      case MAP -> {
        first = rangeType.element();
        second = rangeType.parameters().get(1);
      }
      case DYN, ERROR, PARAMETER -> unifier.assignable(CelType.DYN, rangeType);
      default -> {
        issues.add(
            range.id(),
            "expression of type '"
                + rangeType.format()
                + "' cannot be range of a comprehension (must be list, map, or dynamic)");
        first = CelType.ERROR;
        second = CelType.ERROR;
      }
    }
    return fold.variable2() == null
        ? Map.of(fold.variable(), first)
        : Map.of(fold.variable(), first, fold.variable2(), second);
  }

  private void require(Expr expr, CelType wanted) {
    if (!unifier.assignable(wanted, type(expr))) {
      mismatch(expr, wanted, type(expr));
    }
  }

  private void mismatch(Expr at, CelType expected, CelType actual) {
    issues.add(
        at.id(), "expected type '" + expected.format() + "' but found '" + actual.format() + "'");
  }

  private void undeclared(Expr at, String name) {
    issues.add(at.id(), "undeclared reference to '" + name + "' (in container '')");
  }

  private void set(Expr expr, CelType type) {
    types.put(expr.id(), type);
  }

  private CelType type(Expr expr) {
    return types.getOrDefault(expr.id(), CelType.ERROR);
  }
}
