package dev.drover.cel.library;

import java.util.Set;

/// The cost factors of Kubernetes, in units of CEL's cost, which the estimate of an expression and
/// the count while it runs have in common.
///
/// In Go: `common.StringTraversalCostFactor` and its neighbours, and the tables of
/// `library.CostEstimator`.
public final class CostFactors {
  /// For each character or byte that is looked at.
  public static final double TRAVERSAL = 0.1;

  /// For each character of a regular expression, by the characters it is applied to.
  public static final double REGEX = 0.25;

  /// For a list that is made.
  public static final int ALLOCATION = 10;

  /// For a question to the authorizer.
  public static final int AUTHORIZATION = 350_000;

  /// For a selector that is parsed, whatever its length.
  public static final int SELECTOR = 10;

  /// For each requirement of a selector.
  public static final double REQUIREMENT = 50;

  /// The most requirements of a selector, by its length: `a,` is the shortest one.
  public static final double REQUIREMENTS_PER_CHARACTER = 0.5;

  private static final Set<String> CONSTANT =
      Set.of(
          "serviceAccount",
          "path",
          "group",
          "resource",
          "subresource",
          "namespace",
          "name",
          "allowed",
          "reason",
          "error",
          "errored",
          "masked",
          "prefixLength",
          "family",
          "isUnspecified",
          "isLoopback",
          "isLinkLocalMulticast",
          "isLinkLocalUnicast",
          "isGlobalUnicast",
          "format.named",
          "sign",
          "asInteger",
          "isInteger",
          "asApproximateFloat",
          "isGreaterThan",
          "isLessThan",
          "compareTo",
          "add",
          "sub",
          "major",
          "minor",
          "patch",
          "getScheme",
          "getHostname",
          "getHost",
          "getPort",
          "getEscapedPath",
          "getQuery");

  private CostFactors() {}

  /// Whether a function of Kubernetes' libraries costs 1 for any arguments.
  public static boolean isConstant(String function) {
    return CONSTANT.contains(function);
  }
}
