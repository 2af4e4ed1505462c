package dev.drover.server.builtin;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.rules.Addresses;
import dev.drover.server.rules.Changes;
import dev.drover.server.rules.DataStrategy;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.InternalForm;
import dev.drover.server.rules.Place;
import java.util.List;

/// IP addresses that are taken: the name is the address, and whoever has it has it for good.
final class IpAddressStrategy implements DataStrategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    Place parent = Place.root(object).child("spec", "parentRef");
    check(parent);
    return parent.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place parent = Place.root(object).child("spec", "parentRef");
    check(parent);
    if (!Changes.isSame(parent, Place.root(old).child("spec", "parentRef"))) {
      parent.invalid(
          parent.isPresent()
              ? InternalForm.of("networking/v1.ParentReference", parent.node())
              : null,
          Place.IMMUTABLE);
    }
    return parent.errors();
  }

  private static void check(Place parent) {
    if (!parent.isPresent()) {
      parent.required("");
      return;
    }
    Place group = parent.child("group");
    if (!group.isBlank()) {
      group.checkText(Names::dnsSubdomain);
    }
    References.checkSegment(parent.child("resource"));
    References.checkSegment(parent.child("name"));
    Place namespace = parent.child("namespace");
    if (!namespace.isBlank()) {
      namespace.checkText(Formats::pathSegment);
    }
  }

  @Override
  public boolean generatesNames() {
    return false;
  }

  @Override
  public List<String> validateName(String name) {
    return Addresses.ip(name);
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }
}
