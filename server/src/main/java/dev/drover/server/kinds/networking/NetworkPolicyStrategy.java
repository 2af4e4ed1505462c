package dev.drover.server.kinds.networking;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.validation.Cidr;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.IpFields;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.StringFormats;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Prepares and validates network policies: which peers pods may talk to, at which ports.
public final class NetworkPolicyStrategy implements Strategy {
  /// Directions, and what each calls its peers.
  private static final Map<String, String> PEERS = Map.of("ingress", "from", "egress", "to");

  private static final List<String> DIRECTIONS = List.of("ingress", "egress");
  private static final List<String> TYPES = List.of("Ingress", "Egress");

  @Override
  public void setDefaults(TreeNode object) {
    TreeNode spec = object.orCreate("spec");
    for (String direction : DIRECTIONS) {
      for (TreeNode rule : spec.items(direction)) {
        rule.items("ports").forEach(port -> port.setDefault("protocol", "TCP"));
      }
    }
    if (spec.list("policyTypes").isEmpty()) {
      spec.set("policyTypes", spec.list("egress").isEmpty() ? List.of("Ingress") : TYPES);
    }
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    return errors(object, Set.of());
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Set<String> existing = new HashSet<>();
    for (FieldValidator block : blocks(old)) {
      existing.add(block.child("cidr").text());
      existing.addAll(block.node().texts("except"));
    }
    return errors(object, existing);
  }

  private static List<FieldError> errors(TreeNode object, Set<String> existing) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    LabelSelectorValidation.check(spec.child("podSelector"));
    for (String direction : DIRECTIONS) {
      for (FieldValidator rule : spec.child(direction).items()) {
        rule.child("ports").each(NetworkPolicyStrategy::checkPort);
        rule.child(peers(direction)).each(peer -> checkPeer(peer, existing));
      }
    }
    FieldValidator types = spec.child("policyTypes");
    if (types.size() > TYPES.size()) {
      types.invalid("may not specify more than two policyTypes");
    } else {
      types.each(type -> type.needOneOf(TYPES));
    }
    return spec.errors();
  }

  private static String peers(String direction) {
    return PEERS.getOrDefault(direction, "");
  }

  private static void checkPort(FieldValidator port) {
    port.child("protocol").ifPresent(it -> it.needOneOf(List.of("TCP", "UDP", "SCTP")));
    FieldValidator number = port.child("port");
    FieldValidator end = port.child("endPort");
    switch (number.value()) {
      case null ->
          end.ifPresent(it -> it.invalid("may not be specified when `port` is not specified"));
      case String name -> {
        end.ifPresent(it -> it.invalid("may not be specified when `port` is non-numeric"));
        number.invalid(StringFormats.portName(name));
      }
      default -> {
        number.invalid(StringFormats.portNumber(number.number()));
        if (end.isPresent()) {
          if (end.number() < number.number()) {
            end.invalid(number.number(), "must be greater than or equal to `port`");
          }
          end.invalid(StringFormats.portNumber(end.number()));
        }
      }
    }
  }

  private static void checkPeer(FieldValidator peer, Set<String> existing) {
    int peers = 0;
    for (String selector : List.of("podSelector", "namespaceSelector")) {
      if (peer.has(selector)) {
        peers++;
        LabelSelectorValidation.check(peer.child(selector));
      }
    }
    FieldValidator block = peer.child("ipBlock");
    if (block.isPresent()) {
      checkBlock(block, existing);
      if (peers > 0) {
        peer.forbidden("may not specify both ipBlock and another peer");
      }
    } else if (peers == 0) {
      peer.required("must specify a peer");
    }
  }

  private static void checkBlock(FieldValidator block, Set<String> existing) {
    FieldValidator range = block.child("cidr");
    if (!range.needText()) {
      return;
    }
    checkRange(range, existing);
    Optional<Cidr> cidr = Cidr.parse(range.text());
    if (cidr.isEmpty()) {
      return;
    }
    for (FieldValidator exception : block.child("except").items()) {
      checkRange(exception, existing);
      Optional<Cidr> part = Cidr.parse(exception.text());
      boolean isPart =
          part.map(it -> cidr.get().contains(it.ip()) && cidr.get().bits() < it.bits())
              .orElse(true);
      if (!isPart) {
        exception.invalid("must be a strict subset of `cidr`");
      }
    }
  }

  private static void checkRange(FieldValidator range, Set<String> existing) {
    if (!existing.contains(range.text())) {
      range.checkText(IpFields::legacyCidr);
    }
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> warnings = new ArrayList<>();
    for (FieldValidator block : blocks(object)) {
      FieldValidator range = block.child("cidr");
      warnings.addAll(IpFields.cidrWarnings(range.path(), range.text()));
      for (FieldValidator exception : block.child("except").items()) {
        warnings.addAll(IpFields.cidrWarnings(exception.path(), exception.text()));
      }
    }
    return warnings;
  }

  private static List<FieldValidator> blocks(TreeNode object) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    List<FieldValidator> blocks = new ArrayList<>();
    for (String direction : DIRECTIONS) {
      for (FieldValidator rule : spec.child(direction).items()) {
        rule.child(peers(direction)).each(peer -> peer.child("ipBlock").ifPresent(blocks::add));
      }
    }
    return blocks;
  }
}
