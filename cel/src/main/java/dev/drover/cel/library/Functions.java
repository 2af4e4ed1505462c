package dev.drover.cel.library;

import dev.drover.cel.types.CelError;
import dev.drover.cel.types.Values;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The implementations of all functions by name.
///
/// An implementation looks at the types of its arguments and gives null where it has nothing for
/// them; what the error then says depends on how Go declares the function.
public final class Functions {
  /// A function with its arguments: never an error among them, except for `@not_strictly_false`.
  public interface Implementation {
    Object call(Object[] arguments);
  }

  /// As [Implementation], but null for arguments of other types.
  interface Body {
    @Nullable Object call(Object[] arguments);
  }

  /// One implementation for all overloads: the first argument has a trait or not.
  private static final Set<String> SINGLETONS =
      Set.of(
          "_+_",
          "_-_",
          "_*_",
          "_/_",
          "_%_",
          "-_",
          "!_",
          "_<_",
          "_<=_",
          "_>_",
          "_>=_",
          "@in",
          "size",
          "matches",
          "sort",
          "@sortByAssociatedKeys",
          "@not_strictly_false",
          "contains",
          "startsWith",
          "endsWith");

  private static final Map<String, Body> ALL = Map.ofEntries(all());

  private Functions() {}

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of entries
  private static Map.Entry<String, Body>[] all() {
    Map<String, Body> all = new java.util.HashMap<>();
    Operators.register(all);
    Conversions.register(all);
    Strings.register(all);
    Lists.register(all);
    Dates.register(all);
    Optionals.register(all);
    Addresses.register(all);
    Urls.register(all);
    Quantities.register(all);
    Semver.register(all);
    Formats.register(all);
    Authorization.register(all);
    return all.entrySet().toArray(new Map.Entry[0]);
  }

  /// Whether Go has one implementation for all overloads of the function.
  public static boolean isSingleton(String function) {
    return SINGLETONS.contains(function);
  }

  /// The implementation of a function.
  ///
  /// @param overload the one that was chosen, or an empty string
  public static Implementation find(String function, String overload) {
    Body body = ALL.get(overload);
    Body found = body == null ? ALL.get(function) : body;
    return arguments -> {
      Object result = found == null ? null : found.call(arguments);
      return result == null ? mismatch(function, arguments) : result;
    };
  }

  /// Go asks these types whether they know a function themselves, and they say it shortly.
  private static boolean isReceiver(Object value) {
    return value instanceof String
        || value instanceof java.time.Duration
        || value instanceof java.time.OffsetDateTime;
  }

  private static CelError mismatch(String function, Object[] arguments) {
    for (Object argument : arguments) {
      if (argument instanceof CelError error) {
        return error;
      }
    }
    if (SINGLETONS.contains(function) && isReceiver(arguments[0])) {
      return CelError.noSuchOverload();
    }
    if (SINGLETONS.contains(function)) {
      return new CelError("no such overload: " + function);
    }
    String types =
        Arrays.stream(arguments)
            .map(argument -> Values.type(argument).name())
            .collect(Collectors.joining(", ", "(", ")"));
    return new CelError("no such overload: " + function + types);
  }
}
