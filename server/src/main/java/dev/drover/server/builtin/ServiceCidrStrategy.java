package dev.drover.server.builtin;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.rules.Addresses;
import dev.drover.server.rules.Cidr;
import dev.drover.server.rules.InternalForm;
import dev.drover.server.rules.Place;
import dev.drover.server.rules.StatusStrategy;
import java.util.List;
import java.util.Optional;

/// Ranges of addresses for services: one of each family, the second of which may come later.
final class ServiceCidrStrategy implements StatusStrategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    Place ranges = Place.root(object).child("spec", "cidrs");
    check(ranges, object.at("spec"));
    return ranges.errors();
  }

  private static void check(Place ranges, TreeNode spec) {
    if (ranges.size() == 0) {
      ranges.required("at least one CIDR required");
      return;
    }
    if (ranges.size() > 2) {
      ranges.invalid(
          InternalForm.of("networking/v1.ServiceCIDRSpec", spec), "may only hold up to 2 values");
      return;
    }
    List<Place> items = ranges.items();
    items.forEach(range -> range.checkText(Addresses::cidr));
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
    Place ranges = Place.root(object).child("spec", "cidrs");
    List<Place> items = ranges.items();
    List<String> before = old.at("spec").texts("cidrs");
    boolean addsSecond = before.size() == 1 && items.size() == 2;
    if (before.size() == items.size() || addsSecond) {
      for (int i = 0; i < before.size(); i++) {
        if (!before.get(i).equals(items.get(i).text())) {
          items.get(i).invalid(Place.IMMUTABLE);
        }
      }
      if (addsSecond) {
        check(ranges, object.at("spec"));
      }
    } else {
      ranges.invalid(Place.IMMUTABLE);
    }
    return ranges.errors();
  }

  /// Metadata belongs to the main path, too.
  @Override
  public void prepareForStatusUpdate(TreeNode object, TreeNode old) {
    StatusStrategy.super.prepareForStatusUpdate(object, old);
    StatusStrategy.keepMetadata(object, old);
  }

  @Override
  public boolean hasGeneration() {
    return false;
  }
}
