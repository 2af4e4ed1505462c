package dev.drover.api;

import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructFactory;
import dev.drover.api.codec.StructType;

/// Makes the structs of `meta/v1`, which are written by hand because everything else stands on
/// them.
final class MetaTypes extends StructFactory {
  static final int OBJECT_META = 0;
  static final int LIST_META = 1;
  static final int OWNER_REFERENCE = 2;
  static final int MANAGED_FIELDS_ENTRY = 3;
  static final int LABEL_SELECTOR = 4;
  static final int LABEL_SELECTOR_REQUIREMENT = 5;
  static final int FIELD_SELECTOR_REQUIREMENT = 6;
  static final int CONDITION = 7;
  static final int STATUS = 8;
  static final int STATUS_DETAILS = 9;
  static final int STATUS_CAUSE = 10;
  static final int PRECONDITIONS = 11;
  static final int DELETE_OPTIONS = 12;
  static final int SHARD_INFO = 13;
  static final int PARTIAL_OBJECT = 14;

  static final MetaTypes INSTANCE = new MetaTypes();

  @Override
  protected Struct create(int number, long present, Object[] values) {
    return switch (number) {
      case OBJECT_META -> new ObjectMeta(present, values);
      case LIST_META -> new ListMeta(present, values);
      case OWNER_REFERENCE -> new OwnerReference(present, values);
      case MANAGED_FIELDS_ENTRY -> new ManagedFieldsEntry(present, values);
      case LABEL_SELECTOR -> new LabelSelector(present, values);
      case LABEL_SELECTOR_REQUIREMENT -> new LabelSelectorRequirement(present, values);
      case FIELD_SELECTOR_REQUIREMENT -> new FieldSelectorRequirement(present, values);
      case CONDITION -> new Condition(present, values);
      case STATUS -> new Status(present, values);
      case STATUS_DETAILS -> new StatusDetails(present, values);
      case STATUS_CAUSE -> new StatusCause(present, values);
      case PRECONDITIONS -> new Preconditions(present, values);
      case DELETE_OPTIONS -> new DeleteOptions(present, values);
      case SHARD_INFO -> new ShardInfo(present, values);
      case PARTIAL_OBJECT -> new PartialObject(present, values);
      default -> throw new IllegalArgumentException("no type has number " + number);
    };
  }

  @Override
  protected StructType<?> type(String reference) {
    throw new IllegalArgumentException("no such type: " + reference);
  }
}
