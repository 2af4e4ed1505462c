package dev.drover.cel.checker;

import dev.drover.cel.types.CelType;
import dev.drover.cel.types.CelType.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Unifies types: decides whether one can be assigned to another, and binds type parameters.
///
/// In Go: `checker/types.go`.
final class Unifier {
  private Map<String, CelType> bindings = new HashMap<>();
  private int variables;

  CelType newVariable() {
    return CelType.parameter("_var" + variables++);
  }

  /// Whether `from` is assignable to `to`; binds type parameters when it is.
  boolean assignable(CelType from, CelType to) {
    return assignable(List.of(from), List.of(to));
  }

  boolean assignable(List<CelType> from, List<CelType> to) {
    Map<String, CelType> before = new HashMap<>(bindings);
    if (all(from, to)) {
      return true;
    }
    bindings = before;
    return false;
  }

  private boolean all(List<CelType> from, List<CelType> to) {
    if (from.size() != to.size()) {
      return false;
    }
    for (int i = 0; i < from.size(); i++) {
      if (!one(from.get(i), to.get(i))) {
        return false;
      }
    }
    return true;
  }

  private enum Substitution {
    VALID,
    BOUND_OTHERWISE,
    INVALID
  }

  private boolean one(CelType t1, CelType t2) {
    if (t2.kind() == Kind.PARAMETER) {
      switch (substitution(t1, t2)) {
        case VALID -> {
          return true;
        }
        case BOUND_OTHERWISE -> {
          return false;
        }
        case INVALID -> {}
      }
    }
    if (t1.kind() == Kind.PARAMETER) {
      return substitution(t2, t1) == Substitution.VALID;
    }
    if (t1.isDyn() || t1.isError() || t2.isDyn() || t2.isError()) {
      return true;
    }
    if (t1.kind() == Kind.NULL) {
      return nullable(t2);
    }
    if (t2.kind() == Kind.NULL) {
      return nullable(t1);
    }
    return switch (t1.kind()) {
      case TYPE -> t2.kind() == Kind.TYPE;
      case OPAQUE, LIST, MAP ->
          t1.kind() == t2.kind()
              && t1.name().equals(t2.name())
              && all(t1.parameters(), t2.parameters());
      default -> t1.kind() == t2.kind() && t1.name().equals(t2.name());
    };
  }

  private static boolean nullable(CelType type) {
    return switch (type.kind()) {
      case OPAQUE, STRUCT, DURATION, TIMESTAMP, NULL -> true;
      default -> false;
    };
  }

  private Substitution substitution(CelType t1, CelType t2) {
    if (t1.equals(t2)) {
      return Substitution.VALID;
    }
    CelType bound = bindings.get(t2.name());
    if (bound != null) {
      if (t1.equals(bound)) {
        return Substitution.VALID;
      }
      if (!one(t1, bound)) {
        return Substitution.BOUND_OTHERWISE;
      }
      CelType general = mostGeneral(t1, bound);
      if (notIn(t2, general)) {
        bindings.put(t2.name(), general);
      }
      return Substitution.VALID;
    }
    if (notIn(t2, t1)) {
      bindings.put(t2.name(), t1);
      return Substitution.VALID;
    }
    return Substitution.INVALID;
  }

  private boolean notIn(CelType type, CelType within) {
    if (type.equals(within)) {
      return false;
    }
    if (within.kind() == Kind.PARAMETER) {
      CelType bound = bindings.get(within.name());
      return bound == null || notIn(type, bound);
    }
    return within.parameters().stream().allMatch(inner -> notIn(type, inner));
  }

  static CelType mostGeneral(CelType t1, CelType t2) {
    return lessSpecific(t1, t2) ? t1 : t2;
  }

  private static boolean lessSpecific(CelType t1, CelType t2) {
    if (t1.isDyn() || t1.kind() == Kind.PARAMETER) {
      return true;
    }
    if (t2.isDyn() || t2.kind() == Kind.PARAMETER || t1.kind() != t2.kind()) {
      return false;
    }
    return switch (t1.kind()) {
      case OPAQUE, LIST, MAP -> {
        if (!t1.name().equals(t2.name()) || t1.parameters().size() != t2.parameters().size()) {
          yield false;
        }
        boolean all = true;
        for (int i = 0; i < t1.parameters().size(); i++) {
          all &= lessSpecific(t1.parameters().get(i), t2.parameters().get(i));
        }
        yield all;
      }
      case TYPE -> true;
      default -> t1.equals(t2);
    };
  }

  /// The type with its bound parameters replaced.
  ///
  /// @param toDyn whether unbound parameters become `dyn`
  CelType substitute(CelType type, boolean toDyn) {
    return substitute(bindings, type, toDyn);
  }

  static CelType substitute(Map<String, CelType> bindings, CelType type, boolean toDyn) {
    if (type.kind() == Kind.PARAMETER) {
      CelType bound = bindings.get(type.name());
      if (bound != null) {
        return substitute(bindings, bound, toDyn);
      }
      return toDyn ? CelType.DYN : type;
    }
    if (type.parameters().isEmpty()) {
      return type;
    }
    return new CelType(
        type.kind(),
        type.name(),
        type.parameters().stream().map(inner -> substitute(bindings, inner, toDyn)).toList());
  }
}
