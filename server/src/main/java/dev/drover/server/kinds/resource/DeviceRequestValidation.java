package dev.drover.server.kinds.resource;

import dev.drover.api.Names;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import java.util.List;

/// Requests for devices: exactly this, or the first of several that can be had.
final class DeviceRequestValidation {
  static final int MAX = 32;

  private static final int MAX_ALTERNATIVES = 8;
  private static final int MAX_SELECTORS = 32;
  private static final int MAX_EXPRESSION = 10 * 1024;
  private static final String ONE_OF = "exactly one of `exactly` or `firstAvailable` is required";

  private static final String NOTHING_TO_COMPILE =
      "compilation failed: ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting"
          + " {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT,"
          + " STRING, BYTES, IDENTIFIER}";

  private DeviceRequestValidation() {}

  static void setDefaults(TreeNode request) {
    request.child("exactly").ifPresent(DeviceRequestValidation::setDetailDefaults);
    if (!request.text("deviceClassName").isEmpty()) {
      setDetailDefaults(request); // as in the first beta
    }
    request.items("firstAvailable").forEach(DeviceRequestValidation::setDetailDefaults);
  }

  private static void setDetailDefaults(TreeNode detail) {
    if (detail.text("allocationMode").isEmpty()) {
      detail.set("allocationMode", "ExactCount");
    }
    if (detail.text("allocationMode").equals("ExactCount") && detail.number("count", 0) == 0) {
      detail.set("count", 1);
    }
    DeviceTaintValidation.setTolerationDefaults(detail);
  }

  static void check(FieldValidator request) {
    request.child("name").checkText(Names::dnsLabel);
    FieldValidator exactly = request.child("exactly");
    FieldValidator alternatives = request.child("firstAvailable");
    if (exactly.isPresent() && alternatives.size() > 0) {
      request.invalid(null, ONE_OF + ", but multiple fields are set");
    } else if (exactly.isPresent()) {
      checkDetail(exactly);
    } else if (alternatives.size() > 0) {
      BoundedLists.checkSet(
          alternatives,
          MAX_ALTERNATIVES,
          DeviceRequestValidation::checkAlternative,
          it -> it.child("name").text());
    } else {
      request.required(ONE_OF);
    }
  }

  private static void checkAlternative(FieldValidator alternative) {
    alternative.child("name").checkText(Names::dnsLabel);
    checkDetail(alternative);
  }

  private static void checkDetail(FieldValidator detail) {
    FieldValidator deviceClass = detail.child("deviceClassName");
    if (deviceClass.needText()) {
      deviceClass.checkText(Names::dnsSubdomain);
    }
    checkSelectors(detail.child("selectors"));
    checkMode(detail);
    detail.child("tolerations").each(DeviceTaintValidation::checkToleration);
  }

  static void checkSelectors(FieldValidator selectors) {
    BoundedLists.check(selectors, MAX_SELECTORS, DeviceRequestValidation::checkSelector);
  }

  /// Whether there is an expression; whether it is CEL is not looked at: that takes a compiler.
  private static void checkSelector(FieldValidator selector) {
    FieldValidator cel = selector.child("cel");
    FieldValidator expression = cel.child("expression");
    if (!cel.isPresent()) {
      cel.required("");
    } else if (expression.isBlank()) {
      expression.invalid("", NOTHING_TO_COMPILE);
    } else if (StringFormats.length(expression.text()) > MAX_EXPRESSION) {
      expression.tooLong(MAX_EXPRESSION);
    }
  }

  private static void checkMode(FieldValidator detail) {
    FieldValidator mode = detail.child("allocationMode");
    FieldValidator count = detail.child("count");
    switch (mode.text()) {
      case "All" -> {
        if (count.number() != 0) {
          count.invalid("must not be specified when allocationMode is 'All'");
        }
      }
      case "ExactCount" -> count.needPositive();
      default -> mode.notSupported(List.of("All", "ExactCount"));
    }
  }
}
