package dev.drover.api.codec;

import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A list of texts that Go has given a name of its own (ExtraValue, Verbs): a list in JSON, a
/// message {items = 1} in protobuf.
final class TextListType extends MessageType {
  static final TextListType INSTANCE = new TextListType();
  private static final int ITEM_TAG = 1 << 3 | ProtoReader.LENGTH;
  private static final ListType LIST = new ListType(ScalarType.TEXT, 0);

  private TextListType() {
    super("textlist");
  }

  @Override
  Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    return LIST.readJson(in, decoding, skip);
  }

  @Override
  void writeJson(JsonWriter out, Object value) {
    LIST.writeJson(out, value);
  }

  @Override
  Object readMessage(ProtoReader in) {
    List<String> items = new ArrayList<>();
    while (!in.atEnd()) {
      int tag = in.tag();
      if (tag == ITEM_TAG) {
        items.add(in.string(in.length()));
      } else {
        in.skip(tag);
      }
    }
    return List.copyOf(items);
  }

  @Override
  void writeMessage(ProtoWriter out, Object value) {
    LIST.writeRun(out, ITEM_TAG, (List<?>) value);
  }

  @Override
  Object zero() {
    return List.of();
  }

  @Override
  boolean isZero(Object value) {
    return ((List<?>) value).isEmpty();
  }
}
