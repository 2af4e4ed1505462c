package dev.drover.cel.checker;

import dev.drover.cel.types.CelType;
import dev.drover.cel.types.CelType.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// The functions that expressions can call, and the names of types.
///
/// Read from `functions.txt`, which is generated from Kubernetes' own environment: name, overload,
/// style, arguments and result, separated by tabs.
public final class Declarations {
  private static final Map<String, CelType> TYPES =
      Map.ofEntries(
          Map.entry("dyn", CelType.DYN),
          Map.entry("bool", CelType.BOOL),
          Map.entry("int", CelType.INT),
          Map.entry("uint", CelType.UINT),
          Map.entry("double", CelType.DOUBLE),
          Map.entry("string", CelType.STRING),
          Map.entry("bytes", CelType.BYTES),
          Map.entry("duration", CelType.DURATION),
          Map.entry("timestamp", CelType.TIMESTAMP));
  private static final Set<String> LIBRARY_TYPES =
      Set.of(
          "net.IP",
          "net.CIDR",
          "kubernetes.URL",
          "kubernetes.Quantity",
          "kubernetes.Semver",
          "kubernetes.NamedFormat");
  private static final Map<String, List<Overload>> FUNCTIONS = read();
  private static final Map<String, CelType> TYPE_NAMES = typeNames();

  private Declarations() {}

  /// One way to call a function.
  ///
  /// @param id its identity
  /// @param member whether the first argument stands before the dot
  /// @param arguments their types
  /// @param result its type
  /// @param parameters the type parameters that occur
  public record Overload(
      String id, boolean member, List<CelType> arguments, CelType result, Set<String> parameters) {}

  /// The overloads of a function; empty where there is none.
  public static List<Overload> function(String name) {
    return FUNCTIONS.getOrDefault(name, List.of());
  }

  /// The type of that name as a value, such as `int`, or null.
  public static @org.jspecify.annotations.Nullable CelType typeNamed(String name) {
    return TYPE_NAMES.get(name);
  }

  private static Map<String, CelType> typeNames() {
    Map<String, CelType> names = new HashMap<>();
    for (CelType type :
        List.of(
            CelType.BOOL,
            CelType.BYTES,
            CelType.DOUBLE,
            CelType.DURATION,
            CelType.INT,
            CelType.NULL,
            CelType.STRING,
            CelType.TIMESTAMP,
            CelType.UINT)) {
      names.put(type.name(), type);
    }
    CelType a = CelType.parameter("A");
    names.put("list", CelType.list(a));
    names.put("map", CelType.map(a, CelType.parameter("B")));
    names.put("type", CelType.TYPE);
    names.put("optional_type", CelType.optional(CelType.parameter("V")));
    LIBRARY_TYPES.forEach(name -> names.put(name, libraryType(name)));
    return names;
  }

  /// The type of a value of Kubernetes' libraries.
  public static CelType libraryType(String name) {
    return name.startsWith("net.")
        ? new CelType(Kind.OPAQUE, name, List.of())
        : CelType.struct(name);
  }

  private static Map<String, List<Overload>> read() {
    Map<String, List<Overload>> functions = new HashMap<>();
    try (InputStream in = Declarations.class.getResourceAsStream("/dev/drover/cel/functions.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.split("\n")) {
        String[] columns = line.split("\t", -1);
        List<CelType> arguments = new ArrayList<>();
        if (!columns[3].isEmpty()) {
          for (String argument : columns[3].split(";")) {
            arguments.add(type(argument));
          }
        }
        CelType result = type(columns[4]);
        Set<String> parameters = new TreeSet<>();
        arguments.forEach(argument -> collect(argument, parameters));
        collect(result, parameters);
        functions
            .computeIfAbsent(columns[0], _ -> new ArrayList<>())
            .add(
                new Overload(
                    columns[1], columns[2].equals("member"), arguments, result, parameters));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return functions;
  }

  private static void collect(CelType type, Set<String> parameters) {
    if (type.kind() == Kind.PARAMETER) {
      parameters.add(type.name());
    }
    type.parameters().forEach(inner -> collect(inner, parameters));
  }

  private static CelType type(String text) {
    int open = text.indexOf('(');
    if (open < 0) {
      CelType known = TYPES.get(text);
      if (known != null) {
        return known;
      }
      return text.length() == 1 ? CelType.parameter(text) : libraryType(text);
    }
    String inner = text.substring(open + 1, text.length() - 1);
    return switch (text.substring(0, open)) {
      case "list" -> CelType.list(type(inner));
      case "optional_type" -> CelType.optional(type(inner));
      case "type" -> CelType.type(type(inner));
      default -> {
        int comma = inner.indexOf(", ");
        yield CelType.map(type(inner.substring(0, comma)), type(inner.substring(comma + 2)));
      }
    };
  }
}
