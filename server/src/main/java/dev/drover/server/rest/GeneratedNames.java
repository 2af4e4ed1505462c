package dev.drover.server.rest;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/// Generates names: the prefix of the client and five random characters.
final class GeneratedNames {
  private static final String CHARACTERS = "bcdfghjklmnpqrstvwxz2456789"; // spell no words
  private static final int RANDOM_LENGTH = 5;
  private static final int LONGEST_PREFIX = 63 - RANDOM_LENGTH;

  private GeneratedNames() {}

  static String next(String prefix, RandomGenerator random) {
    StringBuilder name = new StringBuilder(shortened(prefix));
    for (int i = 0; i < RANDOM_LENGTH; i++) {
      name.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
    }
    return name.toString();
  }

  private static String shortened(String prefix) {
    byte[] bytes = prefix.getBytes(StandardCharsets.UTF_8);
    return bytes.length <= LONGEST_PREFIX
        ? prefix
        : new String(bytes, 0, LONGEST_PREFIX, StandardCharsets.UTF_8);
  }
}
