package dev.drover.server.kinds.core;

import dev.drover.api.Names;
import dev.drover.api.Quantity;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.ResourceLists;
import dev.drover.server.validation.ResourceNames;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Limit ranges: limits of containers get defaults from each other.
public final class LimitRangeStrategy implements DataStrategy {
  private static final List<String> AMOUNTS =
      List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio");
  private static final List<String> TYPES = List.of("Pod", "Container", "PersistentVolumeClaim");
  private static final BigDecimal MAX_MILLI = BigDecimal.valueOf(Long.MAX_VALUE / 1000);

  @Override
  public void setDefaults(TreeNode object) {
    for (TreeNode limit : object.at("spec").items("limits")) {
      AMOUNTS.forEach(name -> ResourceLists.setDefaults(limit, name));
      if (limit.text("type").equals("Container")) {
        fill(limit, "default", "max");
        fill(limit, "defaultRequest", "default");
        fill(limit, "defaultRequest", "min");
      }
    }
  }

  private static void fill(TreeNode limit, String field, String from) {
    Map<String, Quantity> amounts = ResourceLists.read(limit, field);
    ResourceLists.read(limit, from).forEach(amounts::putIfAbsent);
    if (!amounts.isEmpty()) {
      ResourceLists.write(limit, field, amounts);
    }
  }

  /// One without a name gets something like a uid for one.
  @Override
  public void prepareForCreate(TreeNode object) {
    TreeNode metadata = object.orCreate("metadata");
    if (metadata.text("name").isEmpty()) {
      byte[] seed = metadata.text("uid").getBytes(StandardCharsets.UTF_8);
      metadata.set("name", UUID.nameUUIDFromBytes(seed).toString());
    }
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator limits = FieldValidator.root(object).child("spec", "limits");
    Set<String> types = new HashSet<>();
    for (FieldValidator limit : limits.items()) {
      FieldValidator type = limit.child("type");
      checkType(type);
      if (!types.add(type.text())) {
        type.duplicate(new FieldError.Typed(type.text()));
      }
      check(limit, type.text());
    }
    return limits.errors();
  }

  private static void checkType(FieldValidator type) {
    List<String> complaints = Names.qualifiedName(type.text());
    complaints.forEach(type::invalidTyped);
    if (complaints.isEmpty() && type.text().indexOf('/') < 0 && !TYPES.contains(type.text())) {
      type.invalidTyped("must be a standard limit type or fully qualified");
    }
  }

  private static void check(FieldValidator limit, String type) {
    checkNames(limit.child("max"), type);
    checkNames(limit.child("min"), type);
    for (String field : List.of("default", "defaultRequest")) {
      if (!type.equals("Pod")) {
        checkNames(limit.child(field), type);
      } else if (limit.child(field).size() > 0) {
        limit.child(field).forbidden("may not be specified when `type` is 'Pod'");
      }
    }
    if (type.equals("PersistentVolumeClaim")
        && !limit.child("min").has("storage")
        && !limit.child("max").has("storage")) {
      limit
          .child("limits")
          .required(
              "either minimum or maximum storage value is required, but neither was provided");
    }
    checkNames(limit.child("maxLimitRequestRatio"), type);
    Set<String> names = new TreeSet<>();
    AMOUNTS.forEach(field -> names.addAll(limit.child(field).keys()));
    names.forEach(name -> new Amounts(limit, name, type.equals("Pod")).check());
  }

  private static void checkNames(FieldValidator amounts, String type) {
    amounts
        .entries()
        .forEach(
            (name, amount) -> {
              if (type.equals("Pod") || type.equals("Container")) {
                ResourceNames.checkContainerName(amount, name);
              } else {
                ResourceNames.checkName(amount, name);
              }
            });
  }

  /// All that a limit says of one resource.
  private record Amounts(FieldValidator limit, String name, boolean isPod) {
    void check() {
      Quantity min = amount("min");
      Quantity max = amount("max");
      Quantity standard = isPod ? null : amount("default");
      Quantity request = isPod ? null : amount("defaultRequest");
      if (isMore(min, max)) {
        place("min")
            .invalid(text(min), more("min value ", min, " is greater than max value ", max));
      }
      if (isMore(min, request)) {
        place("defaultRequest")
            .invalid(
                text(request),
                more("min value ", min, " is greater than default request value ", request));
      }
      if (isMore(request, max)) {
        place("defaultRequest")
            .invalid(
                text(request),
                more("default request value ", request, " is greater than max value ", max));
      }
      if (isMore(request, standard)) {
        place("defaultRequest")
            .invalid(
                text(request),
                more(
                    "default request value ",
                    request,
                    " is greater than default limit value ",
                    standard));
      }
      if (isMore(min, standard)) {
        place("default")
            .invalid(
                text(min), more("min value ", min, " is greater than default value ", standard));
      }
      if (isMore(standard, max)) {
        place("default")
            .invalid(
                text(max), more("default value ", standard, " is greater than max value ", max));
      }
      checkRatio(amount("maxLimitRequestRatio"), min, max);
      if (!ResourceNames.isOvercommittable(name)
          && standard != null
          && request != null
          && standard.compareTo(request) != 0) {
        place("defaultRequest")
            .invalid(
                text(request),
                more("default value ", standard, " must equal to defaultRequest value ", request)
                    + " in "
                    + name);
      }
    }

    private void checkRatio(
        @Nullable Quantity ratio, @Nullable Quantity min, @Nullable Quantity max) {
      if (ratio == null) {
        return;
      }
      FieldValidator place = place("maxLimitRequestRatio");
      if (ratio.toBigDecimal().compareTo(BigDecimal.ONE) < 0) {
        place.invalid(text(ratio), "ratio " + text(ratio) + " is less than 1");
      }
      if (min == null || max == null) {
        return;
      }
      boolean isSmall = List.of(ratio, min, max).stream().allMatch(Amounts::isSmall);
      double wanted = isSmall ? milli(ratio) / 1000 : ratio.toLong();
      double possible =
          isSmall ? milli(max) / milli(min) : (double) max.toLong() / (double) min.toLong();
      if (wanted > possible) {
        place.invalid(
            text(ratio),
            "ratio " + text(ratio) + " is greater than max/min = " + goFloat(possible));
      }
    }

    private static boolean isSmall(Quantity amount) {
      return BigDecimal.valueOf(amount.toLong()).compareTo(MAX_MILLI) < 0;
    }

    private static double milli(Quantity amount) {
      return amount.toBigDecimal().movePointRight(3).setScale(0, RoundingMode.UP).doubleValue();
    }

    private static String goFloat(double value) {
      if (Double.isNaN(value)) {
        return "NaN";
      }
      return Double.isInfinite(value)
          ? (value > 0 ? "+Inf" : "-Inf")
          : String.format(Locale.ROOT, "%f", value);
    }

    private @Nullable Quantity amount(String field) {
      FieldValidator place = place(field);
      return place.isPresent() ? Quantity.parse(place.text()) : null;
    }

    private FieldValidator place(String field) {
      return limit.child(field).entry(name);
    }

    private static boolean isMore(@Nullable Quantity one, @Nullable Quantity other) {
      return one != null && other != null && one.compareTo(other) > 0;
    }

    private static String more(
        String before, @Nullable Quantity one, String between, @Nullable Quantity other) {
      return before + text(one) + between + text(other);
    }

    private static String text(@Nullable Quantity amount) {
      return amount == null ? "" : amount.text();
    }
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CREATES;
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW);
  }
}
