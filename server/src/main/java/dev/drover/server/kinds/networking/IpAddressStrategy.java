package dev.drover.server.kinds.networking;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.Naming;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.IpFields;
import dev.drover.server.validation.ObjectReferences;
import dev.drover.server.validation.StringFormats;
import java.util.List;

/// Allocated IP addresses: the name is the address, and its owner cannot change.
public final class IpAddressStrategy implements DataStrategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator parent = FieldValidator.root(object).child("spec", "parentRef");
    check(parent);
    return parent.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator parent = FieldValidator.root(object).child("spec", "parentRef");
    check(parent);
    if (!Immutability.isSame(parent, FieldValidator.root(old).child("spec", "parentRef"))) {
      parent.invalid(
          parent.isPresent()
              ? InternalForm.of("networking/v1.ParentReference", parent.node())
              : null,
          FieldValidator.IMMUTABLE);
    }
    return parent.errors();
  }

  private static void check(FieldValidator parent) {
    if (!parent.isPresent()) {
      parent.required("");
      return;
    }
    FieldValidator group = parent.child("group");
    if (!group.isBlank()) {
      group.checkText(Names::dnsSubdomain);
    }
    ObjectReferences.checkSegment(parent.child("resource"));
    ObjectReferences.checkSegment(parent.child("name"));
    FieldValidator namespace = parent.child("namespace");
    if (!namespace.isBlank()) {
      namespace.checkText(StringFormats::pathSegment);
    }
  }

  @Override
  public Naming naming() {
    return Naming.of(IpFields::ip).notGenerated();
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }
}
