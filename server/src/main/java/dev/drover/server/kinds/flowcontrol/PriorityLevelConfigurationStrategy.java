package dev.drover.server.kinds.flowcontrol;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Priority levels: how many requests run at a time, and whether the others wait or are refused.
public final class PriorityLevelConfigurationStrategy implements FlowControlStrategy {
  private static final String EXEMPT = "exempt";
  private static final String ROUND_TRIP = "flowcontrol.k8s.io/preserve-zero-concurrency-shares";
  private static final long MAX_QUEUES = 10_000_000;
  private static final int MAX_HASH_BITS = 60;

  /// The mandatory levels, which cannot be changed, except how `exempt` lends.
  private static final Map<String, Map<String, Object>> MANDATORY =
      Map.of(
          EXEMPT,
          Map.of("type", "Exempt"),
          "catch-all",
          Map.of(
              "type",
              "Limited",
              "limited",
              Map.of(
                  "nominalConcurrencyShares",
                  5L,
                  "lendablePercent",
                  0L,
                  "limitResponse",
                  Map.of("type", "Reject"))));

  @Override
  public void setDefaults(TreeNode object) {
    TreeNode spec = object.orCreate("spec");
    spec.child(EXEMPT)
        .ifPresent(
            exempt ->
                exempt.setDefault("nominalConcurrencyShares", 0).setDefault("lendablePercent", 0));
    spec.child("limited")
        .ifPresent(
            limited -> {
              limited.setDefault("nominalConcurrencyShares", 30).setDefault("lendablePercent", 0);
              limited.at("limitResponse").child("queuing").ifPresent(this::setQueuingDefaults);
            });
  }

  private void setQueuingDefaults(TreeNode queuing) {
    Map.of("handSize", 8L, "queues", 64L, "queueLengthLimit", 50L)
        .forEach(
            (name, value) -> {
              if (queuing.number(name, 0) == 0) {
                queuing.set(name, value);
              }
            });
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    if (object.at("metadata").at("annotations").has(ROUND_TRIP)) {
      place
          .as(FieldPath.of("metadata", "annotations"))
          .forbidden("annotation '" + ROUND_TRIP + "' is forbidden");
    }
    String name = object.at("metadata").text("name");
    checkSpec(place.child("spec"), name);
    checkMandatory(place.child("spec"), name);
    FlowControlStrategy.checkStatus(place);
    return place.errors();
  }

  private static void checkSpec(FieldValidator spec, String name) {
    FieldValidator type = spec.child("type");
    FieldValidator limited = spec.child("limited");
    FieldValidator exempt = spec.child(EXEMPT);
    if (name.equals(EXEMPT) != type.text().equals("Exempt")) {
      type.invalidTyped("must be 'Exempt' if and only if `name` is 'exempt'");
    }
    switch (type.text()) {
      case "Exempt" -> {
        if (limited.isPresent()) {
          limited.forbidden("must be nil if the type is not Limited");
        }
        checkShares(exempt);
        checkLending(exempt);
      }
      case "Limited" -> {
        if (exempt.isPresent()) {
          exempt.forbidden("must be nil if the type is Limited");
        }
        if (limited.isPresent()) {
          checkLimited(limited);
        } else {
          limited.required("must not be empty when type is Limited");
        }
      }
      case "" -> type.required("");
      default -> type.notSupported(List.of("Exempt", "Limited"));
    }
  }

  private static void checkShares(FieldValidator level) {
    FieldValidator shares = level.child("nominalConcurrencyShares");
    if (shares.number() < 0) {
      shares.invalid("must be a non-negative integer");
    }
  }

  private static void checkLending(FieldValidator level) {
    level.child("lendablePercent").needRange(0, 100);
  }

  private static void checkLimited(FieldValidator limited) {
    checkShares(limited);
    checkResponse(limited.child("limitResponse"));
    checkLending(limited);
    FieldValidator borrowing = limited.child("borrowingLimitPercent");
    if (borrowing.number() < 0) {
      borrowing.invalid("if specified, must be a non-negative integer");
    }
  }

  private static void checkResponse(FieldValidator response) {
    FieldValidator type = response.child("type");
    FieldValidator queuing = response.child("queuing");
    switch (type.text()) {
      case "Reject" -> {
        if (queuing.isPresent()) {
          queuing.forbidden("must be nil if limited.limitResponse.type is not Limited");
        }
      }
      case "Queue" -> {
        if (queuing.isPresent()) {
          checkQueuing(queuing);
        } else {
          queuing.required("must not be empty if limited.limitResponse.type is Limited");
        }
      }
      case "" -> type.required("");
      default -> type.notSupported(List.of("Queue", "Reject"));
    }
  }

  private static void checkQueuing(FieldValidator queuing) {
    FieldValidator length = queuing.child("queueLengthLimit");
    if (length.number() <= 0) {
      length.invalid("must be positive");
    }
    FieldValidator queues = queuing.child("queues");
    if (queues.number() <= 0) {
      queues.invalid("must be positive");
    } else if (queues.number() > MAX_QUEUES) {
      queues.invalid("must not be greater than " + MAX_QUEUES);
    }
    FieldValidator hand = queuing.child("handSize");
    if (hand.number() <= 0) {
      hand.invalid("must be positive");
    } else if (hand.number() > queues.number()) {
      hand.invalid("should not be greater than queues (" + queues.number() + ")");
    } else if (entropyBits(queues.number(), hand.number()) > MAX_HASH_BITS) {
      hand.invalid(
          "required entropy bits of deckSize "
              + queues.number()
              + " and handSize "
              + hand.number()
              + " should not be greater than "
              + MAX_HASH_BITS);
    }
  }

  /// How many bits of a hash it takes to deal a hand of queues.
  private static double entropyBits(long queues, long hand) {
    return Math.ceil(Math.log((double) queues) / Math.log(2) * (double) hand);
  }

  private static void checkMandatory(FieldValidator spec, String name) {
    Map<String, Object> fixed = MANDATORY.get(name);
    if (fixed == null) {
      return;
    }
    TreeNode compared = TreeNode.copyOf(spec.node().map());
    boolean isExempt = name.equals(EXEMPT);
    if (isExempt) {
      compared.remove(EXEMPT);
    }
    if (!Objects.equals(compared.map(), fixed)) {
      spec.invalid(
          InternalForm.of("flowcontrol/v1.PriorityLevelConfigurationSpec", spec.node()),
          "spec of '"
              + name
              + (isExempt ? "' except the 'spec.exempt' field" : "'")
              + " must equal the fixed value");
    }
  }
}
