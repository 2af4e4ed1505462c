package dev.drover.server.kinds.core.pod;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The name of a container image, as far as defaults depend on it.
///
/// In Go: `parsers.ParseImageName`, on top of `github.com/distribution/reference`.
final class ImageName {
  private static final int LONGEST = 4096; // keeps the matcher's stack small
  private static final int LONGEST_PATH = 255;

  private static final Pattern ID = Pattern.compile("[a-f0-9]{64}");
  private static final String HOST_PART = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
  private static final String HOST =
      "(?:" + HOST_PART + "(?:\\." + HOST_PART + ")*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?";
  private static final String PATH_PART = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
  private static final String PATH = "(?<path>" + PATH_PART + "(?:/" + PATH_PART + ")*)";
  private static final String TAG = "(?::(?<tag>\\w[\\w.-]{0,127}))?";
  private static final String DIGEST =
      "(?:@(?<digest>[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}))?";
  private static final Pattern REFERENCE = Pattern.compile(HOST + "/" + PATH + TAG + DIGEST);

  private ImageName() {}

  /// `Always` for an image whose tag is, or counts as, `latest`; `IfNotPresent` for others and for
  /// names that cannot be read.
  static String defaultPullPolicy(String image) {
    return tag(image).filter("latest"::equals).isPresent() ? "Always" : "IfNotPresent";
  }

  /// The tag; `latest` if the name has neither tag nor digest. Empty if it has only a digest, or is
  /// not well formed.
  private static Optional<String> tag(String image) {
    if (image.length() > LONGEST || ID.matcher(image).matches()) {
      return Optional.empty();
    }
    Matcher reference = REFERENCE.matcher(withDomain(image));
    if (!reference.matches() || reference.group("path").length() > LONGEST_PATH) {
      return Optional.empty();
    }
    String digest = reference.group("digest");
    if (digest != null && !isKnownDigest(digest)) {
      return Optional.empty();
    }
    String tag = reference.group("tag");
    return tag == null && digest == null ? Optional.of("latest") : Optional.ofNullable(tag);
  }

  private static String withDomain(String image) {
    int slash = image.indexOf('/');
    if (slash < 0) {
      return "docker.io/library/" + image;
    }
    String first = image.substring(0, slash);
    boolean isDomain =
        first.equals("localhost")
            || first.contains(".")
            || first.contains(":")
            || !first.toLowerCase(Locale.ROOT).equals(first);
    return isDomain ? image : "docker.io/" + image;
  }

  private static boolean isKnownDigest(String digest) {
    int hexDigits = digest.length() - digest.indexOf(':') - 1;
    return switch (digest.substring(0, digest.indexOf(':'))) {
      case "sha256" -> hexDigits == 64 && isLowerCase(digest);
      case "sha384" -> hexDigits == 96 && isLowerCase(digest);
      case "sha512" -> hexDigits == 128 && isLowerCase(digest);
      default -> false;
    };
  }

  private static boolean isLowerCase(String text) {
    return text.toLowerCase(Locale.ROOT).equals(text);
  }
}
