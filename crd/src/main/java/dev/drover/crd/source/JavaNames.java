package dev.drover.crd.source;

import dev.drover.api.KubernetesObject;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;

/// Names of Java made from names of a definition, each one only once. They have only ASCII letters
/// and digits.
final class JavaNames {
  /// What a component of a record may not be called: its accessor would replace a method of
  /// [Object].
  private static final Set<String> OF_OBJECT =
      Set.of(
          "clone", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

  private static final Set<String> OF_ROOTS =
      Arrays.stream(KubernetesObject.class.getMethods())
          .map(Method::getName)
          .filter(name -> !name.equals("metadata")) // which is that component
          .collect(Collectors.toUnmodifiableSet());

  /// In lower case: `Foo` and `foo` would share a class file where file names ignore case.
  private final Set<String> taken = new HashSet<>();

  private final Set<String> forbidden;

  private JavaNames(Set<String> forbidden) {
    this.forbidden = forbidden;
  }

  /// The names of types in one file.
  static JavaNames ofTypes(Iterable<String> used) {
    JavaNames names = new JavaNames(Set.of());
    used.forEach(name -> names.taken.add(name.toLowerCase(Locale.ROOT)));
    return names;
  }

  /// The names of the components of one record.
  static JavaNames ofComponents(boolean isRoot) {
    Set<String> forbidden = new HashSet<>(OF_OBJECT);
    if (isRoot) {
      forbidden.addAll(OF_ROOTS);
      forbidden.add("KIND");
    }
    return new JavaNames(forbidden);
  }

  /// The name of a type for a field, such as `SecretRef` for `secretRef`; with the names of more
  /// parents if it is taken.
  String type(List<String> path) {
    String name = "";
    for (String part : path.reversed()) {
      name = capital(words(part)) + name;
      if (claim(name)) {
        return name;
      }
    }
    return numbered(name.isEmpty() ? "Part" : name);
  }

  String component(String json) {
    String name = words(json);
    if (SourceVersion.isKeyword(name) || forbidden.contains(name)) {
      name += "_";
    }
    return claim(name) ? name : numbered(name);
  }

  private String numbered(String name) {
    for (int i = 2; ; i++) {
      if (claim(name + i)) {
        return name + i;
      }
    }
  }

  private boolean claim(String name) {
    return name.length() <= 150 && taken.add(name.toLowerCase(Locale.ROOT));
  }

  /// The JSON name that a component has if no annotation says otherwise.
  static String jsonName(String component) {
    return component.endsWith("_") ? component.substring(0, component.length() - 1) : component;
  }

  static String capital(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  /// Letters and digits, the first of a word in upper case: `x-forwarded.for` is `xForwardedFor`.
  private static String words(String text) {
    StringBuilder out = new StringBuilder();
    boolean isWordStart = false;
    for (int i = 0; i < text.length() && out.length() < 100; i++) {
      char c = text.charAt(i);
      if (isLetter(c) || isDigit(c)) {
        if (out.isEmpty() && isDigit(c)) {
          out.append('n');
        }
        out.append(isWordStart && !out.isEmpty() ? Character.toUpperCase(c) : c);
        isWordStart = false;
      } else {
        isWordStart = true;
      }
    }
    return out.isEmpty() ? "field" : out.toString();
  }

  /// The name of a kind as the name of a class.
  static String className(String kind) {
    String name = capital(words(kind));
    return name.equals("Field") && !kind.equals("Field") ? "Kind" : name;
  }

  /// The package for a group and version: `io.cert_manager.v1`.
  static String packageName(String group, String version) {
    StringBuilder out = new StringBuilder();
    for (String part : Arrays.asList(group.split("\\.")).reversed()) {
      out.append(packagePart(part)).append('.');
    }
    return out.append(packagePart(version)).toString();
  }

  static String packagePart(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length() && i < 100; i++) {
      char c = Character.toLowerCase(text.charAt(i));
      out.append(isLetter(c) || isDigit(c) ? c : '_');
    }
    if (out.isEmpty() || isDigit(out.charAt(0))) {
      out.insert(0, '_');
    }
    return SourceVersion.isKeyword(out) ? out + "_" : out.toString();
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
