package dev.drover.server.strategy;

import dev.drover.api.Names;
import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.function.Function;

/// Valid names of a kind.
///
/// @param check finds what is wrong with a name
/// @param isGenerated whether `generateName` gets a random suffix; else it is the name
public record Naming(Check check, boolean isGenerated) {
  /// A DNS subdomain: the names of most kinds.
  public static final Naming SUBDOMAIN = of(Names::dnsSubdomain);

  /// A DNS label.
  public static final Naming LABEL = of(Names::dnsLabel);

  /// Any name that fits into a path.
  public static final Naming ANY = of(_ -> List.of());

  /// Finds what is wrong with a name, in Kubernetes' words.
  @FunctionalInterface
  public interface Check {
    /// The errors of the name of an object.
    List<String> errors(String name, TreeNode object);
  }

  /// Names that are valid by themselves, whatever else is in the object.
  public static Naming of(Function<String, List<String>> check) {
    return new Naming((name, _) -> check.apply(name), true);
  }

  /// The same without generated names.
  public Naming notGenerated() {
    return new Naming(check, false);
  }
}
