package dev.drover.server.builtin;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.rules.Changes;
import dev.drover.server.rules.DataStrategy;
import dev.drover.server.rules.Place;
import java.util.List;

/// Volume attributes classes, which never change.
final class VolumeAttributesClassStrategy implements DataStrategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    Place place = Place.root(object);
    check(place);
    return place.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place place = Place.root(object);
    for (String name : List.of("driverName", "parameters")) {
      if (!Changes.isSame(place.child(name), Place.root(old).child(name))) {
        place.child(name).forbidden("updates to " + name + " are forbidden.");
      }
    }
    check(place);
    return place.errors();
  }

  private static void check(Place place) {
    Provisioners.checkName(place.child("driverName"));
    Place parameters = place.child("parameters");
    Provisioners.checkParameters(parameters);
    if (parameters.size() == 0) {
      parameters.required("must contain at least one key/value pair");
    }
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_CHANGE, MetadataCheck.AS_NEW);
  }
}
