package dev.drover.server.rest;

import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// Parameters of a query as Go reads them.
public final class Parameters {
  private Parameters() {}

  /// Anything but an explicit no is a yes.
  public static boolean truth(String text) {
    return !text.equals("0") && !text.toLowerCase(Locale.ROOT).equals("false");
  }

  public static Optional<Boolean> truth(Call call, String name) {
    return call.parameter(name).map(Parameters::truth);
  }

  /// A whole number, if the query has one of this name.
  ///
  /// @throws ApiError when it is no whole number
  public static OptionalLong number(Call call, String name) {
    Optional<String> text = call.parameter(name);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text.get()));
    } catch (NumberFormatException e) {
      boolean isDigits = text.get().matches("[+-]?[0-9]+");
      throw ApiError.badRequest(
          "strconv.ParseInt: parsing \"%s\": %s"
              .formatted(text.get(), isDigits ? "value out of range" : "invalid syntax"));
    }
  }
}
