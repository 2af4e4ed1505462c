package dev.drover.server.validation;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A version as semver.org has it: `1.2.3`, `1.2.3-rc.1+build`.
///
/// @param numbers major, minor and patch
/// @param preRelease what it is ahead of the release; empty for the release itself
public record SemanticVersion(List<BigInteger> numbers, List<String> preRelease)
    implements Comparable<SemanticVersion> {
  public static final SemanticVersion ZERO =
      new SemanticVersion(List.of(BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO), List.of());

  private static final String NUMBER = "(0|[1-9]\\d*)";
  private static final String IDENTIFIER = "(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)";
  private static final Pattern FORM =
      Pattern.compile(
          NUMBER
              + "\\."
              + NUMBER
              + "\\."
              + NUMBER
              + ("(?:-(" + IDENTIFIER + "(?:\\." + IDENTIFIER + ")*))?")
              + "(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?");

  /// Reads a version; empty when the text is none.
  public static Optional<SemanticVersion> parse(String text) {
    var matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String before = matcher.group(4);
    return Optional.of(
        new SemanticVersion(
            List.of(
                new BigInteger(matcher.group(1)),
                new BigInteger(matcher.group(2)),
                new BigInteger(matcher.group(3))),
            before == null ? List.of() : List.of(before.split("\\.", -1))));
  }

  @Override
  public int compareTo(SemanticVersion other) {
    for (int i = 0; i < numbers.size(); i++) {
      int order = numbers.get(i).compareTo(other.numbers.get(i));
      if (order != 0) {
        return order;
      }
    }
    if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
      return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
    }
    for (int i = 0; i < Math.min(preRelease.size(), other.preRelease.size()); i++) {
      int order = compare(preRelease.get(i), other.preRelease.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(preRelease.size(), other.preRelease.size());
  }

  /// Numbers come before words.
  private static int compare(String one, String other) {
    boolean isNumber = one.matches("\\d+");
    boolean isOtherNumber = other.matches("\\d+");
    if (isNumber && isOtherNumber) {
      return new BigInteger(one).compareTo(new BigInteger(other));
    }
    return isNumber == isOtherNumber
        ? one.compareTo(other)
        : Boolean.compare(isOtherNumber, isNumber);
  }
}
