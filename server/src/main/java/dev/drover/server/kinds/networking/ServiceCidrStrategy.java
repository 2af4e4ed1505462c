package dev.drover.server.kinds.networking;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.Cidr;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.IpFields;
import java.util.List;
import java.util.Optional;

/// Ranges of addresses for services: one of each family, the second of which may come later.
public final class ServiceCidrStrategy implements StatusStrategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator ranges = FieldValidator.root(object).child("spec", "cidrs");
    check(ranges, object.at("spec"));
    return ranges.errors();
  }

  private static void check(FieldValidator ranges, TreeNode spec) {
    if (ranges.size() == 0) {
      ranges.required("at least one CIDR required");
      return;
    }
    if (ranges.size() > 2) {
      ranges.invalid(
          InternalForm.of("networking/v1.ServiceCIDRSpec", spec), "may only hold up to 2 values");
      return;
    }
    List<FieldValidator> items = ranges.items();
    items.forEach(range -> range.checkText(IpFields::cidr));
    if (items.size() == 2) {
      Optional<Cidr> first = Cidr.parse(items.getFirst().text());
      Optional<Cidr> second = Cidr.parse(items.getLast().text());
      if (first.isPresent() && second.isPresent() && first.get().isV6() == second.get().isV6()) {
        ranges.invalid(
            "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and"
                + " 2001:db8::/64");
      }
    }
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator ranges = FieldValidator.root(object).child("spec", "cidrs");
    List<FieldValidator> items = ranges.items();
    List<String> before = old.at("spec").texts("cidrs");
    boolean addsSecond = before.size() == 1 && items.size() == 2;
    if (before.size() == items.size() || addsSecond) {
      for (int i = 0; i < before.size(); i++) {
        if (!before.get(i).equals(items.get(i).text())) {
          items.get(i).invalid(FieldValidator.IMMUTABLE);
        }
      }
      if (addsSecond) {
        check(ranges, object.at("spec"));
      }
    } else {
      ranges.invalid(FieldValidator.IMMUTABLE);
    }
    return ranges.errors();
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS.preparing((object, old, _) -> prepareStatus(object, old));
  }

  /// Metadata belongs to the main path, too.
  private void prepareStatus(TreeNode object, TreeNode old) {
    UpdateStrategy.restoreAllButStatus(object, old);
    StatusStrategy.keepMetadata(object, old);
  }

  @Override
  public Generation generation() {
    return Generation.NONE;
  }
}
